-- An ad that a list names beside its stream, and whose stream was played on past it: of a tracking list, whatever names its segments
-- have; of an asset list, where the content stood still for as long as its ads take.
-- needs: asset_request, interstitial, stream_row
CREATE TABLE outplayed_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  listed_us INTEGER NOT NULL, -- When the list that names it first was asked for.
  until_us INTEGER NOT NULL, -- When the stream had been played past its end.
  KEY (ad)
) AS
WITH
stream AS MATERIALIZED (
  SELECT r.stream AS stream, max(x.host) AS host, max(r.is_grown AND r.document <> r.stream) AS is_live, min(r.media_from_us) AS from_us,
    max(r.media_to_us) AS to_us, max(r.target_us) AS target_us
  FROM playlist_reading r JOIN document d ON d.id = r.document JOIN exchange x ON x.id = d.exchange
  WHERE r.run = :run GROUP BY r.stream
),
listed AS MATERIALIZED (
  SELECT
    a.id AS ad, a.duration_us AS duration_us, d.at_us AS at_us, x.host AS host,
    -- What the first list in sight names may have been listed, and played, before.
    (SELECT min(e.at_us) FROM document e JOIN exchange y ON y.id = e.exchange
      WHERE e.run = :run AND e.kind = 'mediatailor' AND y.host = x.host) AS earlier_us
  FROM ad a JOIN document d ON d.id = a.document JOIN exchange x ON x.id = d.exchange
  WHERE a.run = :run AND a.kind = 'stitched' AND d.kind = 'mediatailor' AND a.duration_us > 0
),
-- The ads of an asset list that were fetched, and how long they take together.
fetched AS MATERIALIZED (
  SELECT
    a.id AS ad, f.at_us AS at_us, i.stream AS stream, min(f.at_us) OVER list AS first_us, sum(a.duration_us) OVER list AS ads_us
  FROM interstitial i JOIN asset_request q ON q.run = :run AND q.asset_url = i.asset_url
  JOIN document d ON d.exchange = q.exchange AND d.kind = 'asset-list'
  JOIN ad a ON a.document = d.id JOIN resource r ON r.ad = a.id AND r.kind = 'playlist' JOIN exchange f ON f.id = r.fetch
  WHERE i.run = :run AND a.duration_us > 0
  GROUP BY a.id WINDOW list AS (PARTITION BY a.document)
),
content AS MATERIALIZED (
  SELECT
    f.stream AS stream, f.duration_us AS duration_us, x.at_us AS at_us, lag(x.at_us) OVER (PARTITION BY f.stream ORDER BY x.at_us) AS before_us
  FROM segment_fetch f JOIN exchange x ON x.id = f.exchange WHERE f.run = :run
)
SELECT l.ad AS ad, l.at_us AS listed_us, max(r.last_us) AS until_us
FROM listed l JOIN stream s ON s.host = l.host
JOIN stream_row r ON r.run = :run AND r.stream = s.stream AND r.is_even
  AND (
    -- At the edge of a live stream an ad is listed when its segments are, and they wait in the buffer.
    s.is_live AND l.earlier_us < l.at_us AND r.first_us <= l.at_us + s.target_us
      AND r.last_us >= l.at_us + l.duration_us + $us(ssai.bufferSeconds) + 2 * s.target_us
    -- Of one that lists everything it is not known where the ad stands: all of it was played.
    OR NOT s.is_live AND r.media_from_us <= s.from_us + s.target_us AND r.media_to_us >= s.to_us - s.target_us
      AND r.last_us + $us(ssai.bufferSeconds) + s.target_us < (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run))
GROUP BY l.ad
UNION ALL
SELECT f.ad, f.at_us, min(c.at_us)
FROM fetched f JOIN content c ON c.stream = f.stream AND c.before_us <= f.at_us + f.ads_us / 2
  AND c.at_us >= f.first_us + f.ads_us / 2
-- A pause is longer, an ad that was left is shorter.
WHERE c.at_us - c.before_us BETWEEN f.ads_us - 3 * c.duration_us / 2 AND 3 * f.ads_us / 2 + $us(complete.graceSeconds)
GROUP BY f.ad
