-- An ad play that was over long before the recording, although nothing shows how it ended: for as long as the rest of the
-- ad is, and longer, the app asked for other things and no more for the ad or its stream.
-- needs: stream_fetch, viewer_act
CREATE TABLE outlasted_ad (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  at_us INTEGER NOT NULL, -- When it was over at the latest.
  KEY (ad_play)
) AS
WITH fetched AS MATERIALIZED (SELECT stream, max(at_us) AS at_us FROM stream_fetch WHERE run = :run GROUP BY stream),
play AS MATERIALIZED (
  SELECT p.id, max(max(f.at_us), coalesce(max(a.at_us), 0), coalesce(max(g.at_us), 0)) AS last_us,
    p.duration_us * (5 - max(coalesce(f.place, 1))) / 4 + $us(owing.graceSeconds) AS length_us
  FROM ad_play p JOIN firing f ON f.ad_play = p.id LEFT JOIN (
    -- When the stream that an ad is part of was last asked for, itself or in pieces.
    SELECT d.id AS document, max(y.at_us) AS at_us
    FROM (SELECT DISTINCT document FROM ad WHERE run = :run AND kind = 'stitched') a
    JOIN document d ON d.id = a.document JOIN exchange x ON x.id = d.exchange
    JOIN (SELECT host, path, max(at_us) AS at_us FROM exchange WHERE run = :run GROUP BY host, path) y
      ON y.host = x.host AND y.path = x.path GROUP BY d.id) a ON a.document = p.document
  LEFT JOIN stitched_place c ON c.ad = p.ad LEFT JOIN fetched g ON g.stream = c.stream
  WHERE p.run = :run AND p.end_us IS NULL AND p.duration_us BETWEEN 1 AND 86400000000 GROUP BY p.id),
-- A device that sends no request at all may sleep, and the ad go on when it wakes.
silence AS MATERIALIZED (
  SELECT * FROM (SELECT at_us AS to_us, lag(at_us) OVER (ORDER BY at_us) AS from_us FROM exchange WHERE run = :run)
  WHERE to_us - from_us > $us(owing.graceSeconds))
SELECT p.id AS ad_play, p.last_us + p.length_us AS at_us FROM play p
WHERE p.last_us + p.length_us <= (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run)
  AND NOT EXISTS (SELECT 1 FROM silence s WHERE s.to_us > p.last_us AND s.from_us < p.last_us + p.length_us)
  -- Who paused, or put the app away, may come back.
  AND NOT EXISTS (
    SELECT 1 FROM playback b WHERE b.ad_play = p.id AND b.state IN ('paused', 'buffering') AND b.to_us IS NULL)
  AND NOT EXISTS (
    SELECT 1 FROM viewer_act v WHERE v.run = :run AND v.kind IN ('paused', 'stalled', 'away')
      AND v.at_us BETWEEN p.last_us AND p.last_us + p.length_us)
