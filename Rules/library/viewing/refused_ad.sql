-- A stitched ad whose media was asked for and refused: nobody saw it.
CREATE TABLE refused_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The first request that was refused.
  at_us INTEGER NOT NULL, -- When it was sent.
  is_segment INTEGER NOT NULL, -- 1 where it was for a segment, 0 where for a playlist.
  KEY (ad)
) AS
-- The columns beside a minimum are those of its row.
SELECT ad, exchange, min(iif(status >= 400, at_us, NULL)) AS at_us, is_segment
FROM (
  SELECT r.ad, x.id AS exchange, x.at_us, r.kind = 'segment' AS is_segment,
    iif(r.kind = 'playlist' AND r.brought_us IS NOT NULL, 200, x.status) AS status
  FROM resource r JOIN exchange x ON x.id = r.fetch WHERE r.run = :run AND r.kind IN ('segment', 'playlist')
  UNION ALL SELECT f.ad, x.id, x.at_us, 1, x.status
  FROM segment_fetch f JOIN exchange x ON x.id = f.exchange WHERE f.run = :run)
WHERE ad IS NOT NULL AND status IS NOT NULL GROUP BY ad
HAVING NOT sum(is_segment AND status < 400) AND (sum(is_segment) OR NOT sum(status < 400))
