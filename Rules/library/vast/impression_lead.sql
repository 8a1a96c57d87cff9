-- How long the impression of an ad was sent before the ad began.
-- needs: reach, sign, content_media
CREATE TABLE impression_lead (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  impression_us INTEGER NOT NULL, -- When the impression was sent.
  ahead_us INTEGER NOT NULL, -- How long before the beginning; where is_counted is 1, at least, and less than 0 where that is not known.
  is_counted INTEGER NOT NULL, -- 1 where the first that was seen of the ad lies behind its beginning.
  is_meanwhile INTEGER NOT NULL, -- 1 where another ad was on in between.
  is_late INTEGER NOT NULL, -- 1 where so much lies between the two that the ad may have stood still.
  is_slow INTEGER NOT NULL, -- 1 where the ad's media was asked for on and on, as by a player that buffers.
  KEY (ad_play)
) AS
WITH begun AS MATERIALIZED (
  SELECT p.id, p.ad, p.document, p.nth, p.from_us, p.impression_us, r.began_us,
    iif(r.end_reason = 'unknown', NULL, r.end_us) AS over_us,
    -- What was seen first of it may be a quartile. How long it had stood still before that, nobody knows.
    r.began_us - coalesce(max(s.position_us), 0) AS latest_us, coalesce(max(s.position_us), 0) > 0 AS is_counted,
    $us(impression.spreadSeconds) AS spread_us
  FROM ad_play p JOIN reach r ON r.run = :run AND r.owner_kind = 'ad_play' AND r.owner = p.id
  LEFT JOIN sign s ON s.run = :run AND s.owner_kind = 'ad_play' AND s.owner = p.id AND s.at_us = r.began_us
    AND s.kind IN ('shown', 'completed')
  WHERE p.run = :run AND p.family = 'vast' AND p.duration_us > 0 AND r.proven_us IS NOT NULL GROUP BY p.id),
ahead AS MATERIALIZED (
  SELECT e.*, (
    SELECT max(q.over_us) FROM begun q
    WHERE q.document = e.document AND q.ad <> e.ad AND q.began_us < e.began_us
      AND q.over_us > e.impression_us + e.spread_us) AS other_us,
    -- It cannot have begun before its media was asked for, unless that was in a cache.
    iif(e.is_counted AND e.nth = 1, (
      SELECT min(h.fetched_us)
      FROM resource r LEFT JOIN resource h ON h.run = :run AND h.kind = 'media' AND h.url = r.url
      WHERE r.ad = e.ad AND r.kind = 'media' HAVING min(h.fetched_us) <= e.latest_us + e.spread_us AND NOT max(EXISTS (
        SELECT 1 FROM hidden_resource b
        WHERE b.run = :run AND b.resource = r.id AND b.since_us <= e.latest_us AND b.until_us >= e.from_us))),
        NULL) AS media_us,
    -- Who buffers asks for its media on and on.
    (
      SELECT max(y.at_us - y.before_us)
      FROM (
        SELECT at_us, lag(at_us, 1, e.impression_us) OVER (ORDER BY at_us) AS before_us
        FROM (
          SELECT z.at_us
          FROM resource r JOIN exchange x ON x.id = r.fetch
          JOIN exchange z ON z.run = :run AND z.host = x.host AND z.path = x.path
          WHERE r.ad = e.ad AND r.kind = 'media' AND z.at_us BETWEEN e.impression_us AND e.latest_us
          UNION ALL SELECT e.latest_us)) y) < 5 * e.spread_us AND NOT EXISTS (
            SELECT 1 FROM content_media c
            WHERE c.run = :run AND c.at_us BETWEEN e.impression_us + e.spread_us AND e.latest_us) AS is_slow
  FROM begun e WHERE e.latest_us > e.impression_us + 5 * e.spread_us)
SELECT e.id AS ad_play, e.impression_us,
  iif(e.is_counted AND a.id IS NOT NULL, min(max(coalesce(a.other_us, 0), coalesce(a.media_us, 0)), e.latest_us),
      e.latest_us) - e.impression_us AS ahead_us,
  e.is_counted, a.other_us IS NOT NULL AS is_meanwhile, a.id IS NOT NULL AS is_late, coalesce(a.is_slow, 0) AS is_slow
FROM begun e LEFT JOIN ahead a ON a.id = e.id WHERE e.impression_us IS NOT NULL
