-- Ads of an asset list for which the content stood still.
-- needs: asset_request, interstitial
INSERT INTO outplayed_ad
WITH
-- The ads of an asset list that were fetched, and how long they take together.
fetched AS MATERIALIZED (
  SELECT
    a.id AS ad, f.at_us AS at_us, i.stream AS stream, min(f.at_us) OVER list AS first_us,
    sum(a.duration_us) OVER list AS ads_us
  FROM interstitial i JOIN asset_request q ON q.run = :run AND q.asset_url = i.asset_url
  JOIN document d ON d.exchange = q.exchange AND d.kind = 'asset-list'
  JOIN ad a ON a.document = d.id JOIN resource r ON r.ad = a.id AND r.kind = 'playlist'
  JOIN exchange f ON f.id = r.fetch
  WHERE i.run = :run AND a.duration_us > 0
  GROUP BY a.id WINDOW list AS (PARTITION BY a.document)
),
content AS MATERIALIZED (
  SELECT
    f.stream AS stream, f.duration_us AS duration_us, x.at_us AS at_us,
    lag(x.at_us) OVER (PARTITION BY f.stream ORDER BY x.at_us) AS before_us
  FROM segment_fetch f JOIN exchange x ON x.id = f.exchange WHERE f.run = :run
)
SELECT f.ad AS ad, f.at_us AS listed_us, min(c.at_us) AS until_us
FROM fetched f JOIN content c ON c.stream = f.stream AND c.before_us <= f.at_us + f.ads_us / 2
  AND c.at_us >= f.first_us + f.ads_us / 2
-- A pause is longer, an ad that was left is shorter.
WHERE c.at_us - c.before_us BETWEEN f.ads_us - 3 * c.duration_us / 2 AND 3 * f.ads_us / 2 + $us(complete.graceSeconds)
GROUP BY f.ad
