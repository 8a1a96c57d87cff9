-- An asset of an interstitial's list that was never asked for, although the list was read and nothing of it was refused.
-- needs: scheduled_ad
CREATE TABLE unloaded_asset (
  asset_url TEXT NOT NULL, -- The list, as the interstitial names it.
  ordinal INTEGER NOT NULL, -- The asset's place in the list, from 1.
  ad INTEGER NOT NULL REFERENCES ad, -- The asset.
  KEY (asset_url, ordinal)
) AS
-- A list may be asked for more than once, and each answer may name other assets for the same place.
SELECT s.asset_url, a.ordinal, max(a.id) AS ad
FROM scheduled_ad s JOIN ad a ON a.id = s.ad JOIN resource r ON r.ad = a.id AND r.kind = 'playlist'
WHERE s.run = :run AND s.is_whole AND a.duration_us > 0
  -- Whose asset cannot be loaded may give up the break.
  AND s.asset_url NOT IN (
    SELECT o.asset_url FROM scheduled_ad o JOIN resource b ON b.ad = o.ad AND b.kind = 'playlist'
    WHERE o.run = :run AND o.asset_url IS NOT NULL AND b.fetch IS NOT NULL AND (b.brought_us IS NULL OR o.ad IN (
      SELECT f.ad FROM segment_fetch f JOIN exchange x ON x.id = f.exchange
      WHERE f.run = :run AND f.ad IS NOT NULL AND coalesce(x.status >= 400, x.ending = 'failed'))))
GROUP BY s.asset_url, a.ordinal HAVING max(r.fetch) IS NULL
