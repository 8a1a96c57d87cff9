-- An ad of an asset list, and the interstitial that the list was asked for by.
-- needs: interstitial, asset_request
CREATE TABLE scheduled_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  list INTEGER NOT NULL REFERENCES document, -- The list.
  stream INTEGER REFERENCES document, -- The stream that schedules it, as in interstitial.
  is_whole INTEGER NOT NULL, -- As in interstitial.
  is_kept INTEGER NOT NULL, -- As in interstitial.
  asset_url TEXT, -- As in interstitial; NULL where several interstitials name the list.
  KEY (ad)
) AS
SELECT a.id AS ad, d.id AS list, i.stream, i.is_whole, i.is_kept,
  iif(count(DISTINCT coalesce(i.name, i.beacon)) = 1, i.asset_url, NULL) AS asset_url
FROM interstitial i JOIN asset_request q ON q.run = i.run AND q.asset_url = i.asset_url
JOIN document d ON d.exchange = q.exchange AND d.kind = 'asset-list' JOIN ad a ON a.document = d.id
WHERE i.run = :run GROUP BY a.id
