-- A request for the asset of an interstitial. A player may add to the query of the asset's URL.
-- needs: interstitial
CREATE TABLE asset_request (
  asset_url TEXT NOT NULL, -- The asset, as the interstitial names it.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  method TEXT NOT NULL, -- Its method.
  is_refused INTEGER NOT NULL, -- 1 when the answer's status is 400 or above.
  KEY (asset_url, exchange),
  INDEX (asset_url, is_refused, at_us)
) AS
WITH asset AS MATERIALIZED (
  SELECT DISTINCT asset_url AS url, length(asset_url) AS n FROM interstitial WHERE run = :run AND asset_url <> '')
SELECT a.url AS asset_url, x.exchange, x.at_us, x.method, coalesce(x.status >= 400, 0) AS is_refused
FROM (
  -- Each URL is cut to the lengths that assets have, so that the two can be compared as wholes.
  SELECT x.id AS exchange, x.at_us, x.method, x.status, substr(x.url, 1, l.n) AS url
  FROM (SELECT DISTINCT n AS n FROM asset) l JOIN exchange x ON likely(x.run = :run)
  WHERE x.host <> '' AND length(x.url) >= l.n AND substr(x.url, l.n + 1, 1) IN ('', '?', '&')) x
CROSS JOIN asset a ON a.url = x.url
