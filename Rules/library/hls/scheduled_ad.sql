-- An ad of an asset list, and the interstitial that the list was asked for by.
-- needs: interstitial, asset_request
CREATE TABLE scheduled_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  list INTEGER NOT NULL REFERENCES document, -- The list.
  stream INTEGER REFERENCES document, -- The stream that schedules it, as in interstitial.
  is_whole INTEGER NOT NULL, -- As in interstitial.
  is_kept INTEGER NOT NULL, -- As in interstitial.
  asset_url TEXT, -- As in interstitial; NULL where several interstitials name the list.
  start_us INTEGER, -- As in interstitial; NULL where a CUE stands for it.
  resume_us INTEGER, -- As in interstitial.
  limit_us INTEGER, -- How much of it is played at most; NULL where nothing limits it.
  joined_us INTEGER, -- How far behind its beginning the viewer comes in, as the list's request says; NULL where that says nothing.
  KEY (ad)
) AS
SELECT a.id AS ad, d.id AS list, i.stream, i.is_whole, i.is_kept,
  iif(count(DISTINCT coalesce(i.name, i.beacon)) = 1, i.asset_url, NULL) AS asset_url,
  iif(i.cue = '', i.start_us, NULL) AS start_us, i.resume_us,
  i.limit_us - sum(a.duration_us) OVER list + a.duration_us AS limit_us,
  CAST(max(p.value * 1000000) AS INTEGER) - sum(a.duration_us) OVER list + a.duration_us AS joined_us
FROM interstitial i JOIN asset_request q ON q.run = i.run AND q.asset_url = i.asset_url
JOIN document d ON d.exchange = q.exchange AND d.kind = 'asset-list' JOIN ad a ON a.document = d.id
LEFT JOIN beacon b ON b.exchange = q.exchange AND b.kind = 'interstitial-request'
LEFT JOIN parameter p ON p.beacon = b.id AND p.name = '_HLS_start_offset' WHERE i.run = :run GROUP BY a.id
WINDOW list AS (PARTITION BY d.id ORDER BY a.ordinal)
