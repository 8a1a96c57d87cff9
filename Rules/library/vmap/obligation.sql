-- The events of an ad break that played ads, or that brought none.
-- needs: break_mark, break_play
INSERT INTO obligation
WITH due AS MATERIALIZED (
  SELECT m.break, m.tracker, m.event, m.url, iif(m.event = 'breakStart', m.begun_us, m.ended_us) AS at_us, m.is_due,
    max(m.is_sent) OVER (PARTITION BY m.break, m.nth, m.event) AS is_reported,
    -- A break that was reported then, and of which no ad was seen.
    NOT max(m.is_sent) OVER (PARTITION BY m.break, m.nth) AND EXISTS (
      SELECT 1 FROM firing f JOIN tracker t ON t.id = f.tracker
      WHERE f.run = :run AND f.family = 'vmap' AND f.event IN ('breakStart', 'breakEnd')
        AND NOT EXISTS (SELECT 1 FROM break_play y WHERE y.run = :run AND y.break = t.ad)
        AND max(m.begun_us - f.at_us, f.at_us - coalesce(m.ended_us, m.begun_us)) < $us(owing.graceSeconds)) AS is_open,
    'ads of the break were played' AS because, 'ad_play' AS evidence_table, m.ad_play AS evidence_id
  FROM break_mark m WHERE m.run = :run
  UNION ALL SELECT a.id, t.id, t.event, t.url, d.at_us, 1,
    EXISTS (SELECT 1 FROM tracker s JOIN firing f ON f.tracker = s.id WHERE s.ad = a.id AND s.event = t.event), 0,
    'the break brought no ad', 'document', d.id
  FROM ad a JOIN resource r ON r.document = a.document AND r.kind = 'wrapped-tag' AND r.ad = a.id
  JOIN document d ON d.exchange = r.fetch AND d.kind = 'vast' AND d.state = 'empty'
  JOIN tracker t ON t.ad = a.id AND t.family = 'vmap' AND t.event IN ('breakStart', 'breakEnd')
  WHERE a.run = :run AND a.kind = 'ad-break' AND NOT EXISTS (SELECT 1 FROM ad c WHERE c.parent = a.id) GROUP BY t.id)
SELECT 'ad' AS owner_kind, y.break AS owner, 'vmap' AS family, y.event, y.tracker, 0 AS level,
  dense_rank() OVER (PARTITION BY y.break ORDER BY y.url) AS twin,
  -- Where one URL of an event was sent, each is owed.
  y.event || iif(y.is_reported, ' to ' || y.url, '') AS item, y.at_us AS from_us,
  y.at_us + $us(noad.graceSeconds) AS to_us, CASE WHEN y.is_reported OR y.is_due AND NOT y.is_open THEN 'owed'
    WHEN y.is_due OR y.event = 'breakStart' THEN 'possible' ELSE 'not owed' END AS state,
  CASE WHEN y.is_reported THEN 'a URL of it was sent'
    WHEN NOT y.is_due THEN 'nothing says that the last ad of the break has ended'
    WHEN y.is_open THEN 'the ads may be those of a break that was reported when they were played' ELSE y.because END
  AS because, y.evidence_table, y.evidence_id
FROM due y
