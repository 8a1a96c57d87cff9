-- A break of a schedule that was never asked for, although its time came: as soon as the content was started, or when it
-- was watched on past the break's place. And one that was reported, whose AdTagURI's host was hidden.
-- needs: break_ad, content_media
INSERT INTO owing
WITH
-- Content that was fetched at the pace of playing was watched, but not where ads were shown in between. It goes on with
-- what is new, from a folder that is not.
pace AS MATERIALIZED (
  SELECT m.at_us, m.before_us, row_number() OVER (PARTITION BY x.url ORDER BY m.at_us) = 1
    AND row_number() OVER (PARTITION BY x.folder ORDER BY m.at_us) > 1 AS is_on, iif(EXISTS (
      SELECT 1 FROM ad_play p WHERE p.run = :run AND p.impression_us BETWEEN m.before_us AND m.at_us), 0,
        m.at_us - m.before_us) AS length_us
  FROM content_media m JOIN exchange x ON x.id = m.exchange WHERE m.run = :run),
-- A break that began before so much content can have been watched: the viewer jumped to it, over what lies before.
sought AS MATERIALIZED (
  SELECT b.document, b.offset_us FROM (
    SELECT b.id, b.document, b.offset_us, min(p.impression_us) AS at_us
    FROM ad b JOIN break_ad i ON i.break = b.id JOIN ad_play p ON p.ad = i.ad WHERE b.run = :run GROUP BY b.id) b
  JOIN pace c ON c.at_us <= b.at_us GROUP BY b.id
  HAVING total(c.length_us) + b.at_us - max(c.at_us) + $us(owing.graceSeconds) < b.offset_us),
opening AS MATERIALIZED (
  SELECT at_us FROM document WHERE run = :run AND label IN ('multivariant playlist', 'static manifest')),
-- A schedule that was fetched while the content went on, and before the next one nothing was that begins a title.
renewed AS MATERIALIZED (
  SELECT d.id FROM (
    SELECT id, at_us, lead(at_us, 1, 9e18) OVER (ORDER BY at_us) AS next_us,
      (SELECT min(m.at_us) FROM content_media m WHERE m.run = :run AND m.at_us > d.at_us) AS media_us
    FROM document d WHERE run = :run AND kind = 'vmap') d
  JOIN pace c ON c.at_us = d.media_us AND c.is_on AND c.before_us < d.at_us
  WHERE NOT EXISTS (SELECT 1 FROM opening o WHERE o.at_us > c.before_us AND o.at_us < d.next_us))
SELECT 'vmap' AS family, iif(e.ad IS NULL, 'a break whose time came was never requested: ',
    'a break was reported, and the host of its AdTagURI could not be read: what its ads owe is unknown: ')
  || a.label AS what, 1 AS is_alone, 'ad' AS evidence_table, a.id AS evidence_id
FROM (
  SELECT a.*, r.id AS resource, r.fetch, min(a.document) OVER (PARTITION BY r.tag, a.offset_us) AS first
  FROM ad a JOIN resource r ON r.document = a.document AND r.ad = a.id AND r.kind = 'wrapped-tag'
  WHERE a.run = :run AND a.kind = 'ad-break') a
JOIN document d ON d.id = a.document LEFT JOIN (
  SELECT t.ad, max(f.at_us) AS at_us, max(t.event = 'error') AS is_failed
  FROM firing f JOIN tracker t ON t.id = f.tracker JOIN ad a ON a.id = t.ad AND a.kind = 'ad-break'
  WHERE f.run = :run GROUP BY t.ad) e ON e.ad = a.id
WHERE a.fetch IS NULL AND NOT EXISTS (SELECT 1 FROM ad i WHERE i.parent = a.id) AND iif(e.ad IS NOT NULL,
    NOT e.is_failed AND EXISTS (
      SELECT 1 FROM hidden_resource h WHERE h.resource = a.resource AND h.hides IN ('requests', 'both')
        AND h.since_us <= e.at_us AND h.until_us >= d.ready_us),
    d.ready_us + $us(owing.graceSeconds) < (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run)
    -- One pause is not as long as what must lie behind the break.
    AND (a.offset_us = 0 OR a.offset_us + $us(owing.graceSeconds) < (
      SELECT sum(min(c.length_us, $us(owing.graceSeconds))) FROM pace c) AND NOT EXISTS (
        SELECT 1 FROM sought s WHERE s.document = a.document AND s.offset_us > a.offset_us))
    -- What an earlier schedule lists too is owed by that.
    AND NOT (a.first < d.id AND d.id IN (SELECT id FROM renewed))) GROUP BY a.id
