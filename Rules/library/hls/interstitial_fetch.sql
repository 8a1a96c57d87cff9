-- A request for the asset of an interstitial, behind the request for the playlist that schedules it. A player may add to the
-- query of the asset's URL.
-- needs: interstitial
CREATE TABLE interstitial_fetch (
  interstitial INTEGER NOT NULL REFERENCES beacon, -- The date range.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  method TEXT NOT NULL, -- Its method.
  status INTEGER, -- The answer's status; NULL when there is none.
  KEY (interstitial, exchange),
  INDEX (interstitial, at_us)
) AS
WITH
-- Each URL is cut to the lengths that assets have, so that the two can be compared as wholes.
length_of_asset AS MATERIALIZED (
  SELECT DISTINCT length(asset_url) AS n FROM interstitial WHERE run = :run AND asset_url <> ''
),
request AS MATERIALIZED (
  SELECT x.id AS exchange, x.at_us AS at_us, x.method AS method, x.status AS status, substr(x.url, 1, l.n) AS url
  FROM length_of_asset l JOIN exchange x ON likely(x.run = :run)
  WHERE x.host <> '' AND length(x.url) >= l.n AND substr(x.url, l.n + 1, 1) IN ('', '?', '&')
)
SELECT
  i.beacon AS interstitial, x.exchange AS exchange, x.at_us AS at_us, x.method AS method, x.status AS status
FROM interstitial i JOIN request x ON x.url = i.asset_url AND x.at_us >= i.at_us
WHERE i.run = :run
