-- An ad whose media was fetched ahead: the content played on behind it, and never stood still for as long as the ad is; and
-- nothing shows that it was played while the content was only made ready.
-- needs: content_media
CREATE TABLE preload (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  fetched_us INTEGER NOT NULL, -- When its media was asked for.
  KEY (ad)
) AS
SELECT f.ad, f.fetched_us
FROM (
  SELECT r.ad, a.duration_us, min(x.at_us) AS fetched_us
  FROM resource r JOIN exchange x ON x.id = r.fetch JOIN ad a ON a.id = r.ad
  WHERE r.run = :run AND r.kind = 'media' AND a.kind = 'inline' AND a.duration_us > 0 GROUP BY r.ad
  -- What never came lets the content go on as well.
  HAVING max(x.status BETWEEN 200 AND 399 OR x.status IS NULL AND x.ending <> 'failed')) f
WHERE EXISTS (SELECT 1 FROM content_media c WHERE c.run = :run AND c.at_us < f.fetched_us) AND EXISTS (
  SELECT 1 FROM content_media c
  WHERE c.run = :run AND c.at_us > f.fetched_us AND c.at_us < f.fetched_us + f.duration_us)
  -- Ten minutes show whether it was waited for.
  AND NOT EXISTS (
    SELECT 1 FROM content_media c
    WHERE c.run = :run AND c.at_us > f.fetched_us AND c.at_us < f.fetched_us + 600000000
      AND c.at_us - max(c.before_us, f.fetched_us) >= 0.8 * f.duration_us)
  -- Where none of its trackers' hosts could be read, it may have been played.
  AND coalesce((
    SELECT max(NOT EXISTS (
      SELECT 1 FROM blind b
      WHERE b.run = :run AND b.host = t.host AND b.hides IN ('requests', 'both') AND b.until_us > f.fetched_us))
    FROM tracker t WHERE t.ad = f.ad), 1)
  -- A session that belongs to no ad play began to measure an ad once this one's script was there.
  AND NOT EXISTS (
    SELECT 1 FROM resource v JOIN session s ON s.run = :run AND s.kind = 'omid' AND s.from_us >= v.fetched_us
    JOIN omid_event e ON e.session = s.id AND e.event = 'start' AND e.at_us > f.fetched_us
    WHERE v.ad = f.ad AND v.kind = 'verification' AND NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.session = s.id))
