-- An ad whose media was fetched ahead: the content played on behind it, and never stood still for as long as the ad is.
-- needs: content_media
CREATE TABLE preload (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  fetched_us INTEGER NOT NULL, -- When its media was asked for.
  KEY (ad)
) AS
WITH fetched AS MATERIALIZED (
  SELECT r.ad, a.duration_us, min(x.at_us) AS fetched_us
  FROM resource r JOIN exchange x ON x.id = r.fetch JOIN ad a ON a.id = r.ad
  WHERE r.run = :run AND r.kind = 'media' AND a.kind = 'inline' AND a.duration_us > 0
  GROUP BY r.ad
  -- What never came lets the content go on as well.
  HAVING max(x.status BETWEEN 200 AND 399 OR x.status IS NULL AND x.ending <> 'failed')
)
SELECT f.ad, f.fetched_us
FROM fetched f
WHERE EXISTS (SELECT 1 FROM content_media c WHERE c.run = :run AND c.at_us < f.fetched_us)
  AND EXISTS (
    SELECT 1 FROM content_media c
    WHERE c.run = :run AND c.at_us > f.fetched_us AND c.at_us < f.fetched_us + f.duration_us)
  -- Ten minutes show whether it was waited for.
  AND NOT EXISTS (
    SELECT 1 FROM content_media c
    WHERE c.run = :run AND c.at_us > f.fetched_us AND c.at_us < f.fetched_us + 600000000
      AND c.at_us - max(c.before_us, f.fetched_us) >= 0.8 * f.duration_us)
