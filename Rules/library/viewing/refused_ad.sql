-- A stitched ad whose media was asked for and refused: nobody saw it.
CREATE TABLE refused_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  KEY (ad)
) AS
SELECT ad FROM (
  SELECT r.ad, r.kind, x.status
  FROM resource r JOIN exchange x ON x.id = r.fetch
  WHERE r.run = :run AND r.kind IN ('segment', 'playlist')
  UNION ALL
  SELECT f.ad, 'segment', x.status FROM segment_fetch f JOIN exchange x ON x.id = f.exchange WHERE f.run = :run)
WHERE ad IS NOT NULL GROUP BY ad HAVING coalesce(min(iif(kind = 'segment', status, NULL)), min(status)) >= 400
