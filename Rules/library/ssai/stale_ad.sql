-- A stitched ad of which nothing declared was sent, and at whose times requests of the same form went to the same hosts: its
-- beacons were sent with the values of an earlier session, or cut at a comma.
-- needs: stitched_event, stitched_shown, stray_request
CREATE TABLE stale_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  tracker INTEGER NOT NULL REFERENCES tracker, -- What was declared for its beginning.
  exchange INTEGER NOT NULL REFERENCES exchange, -- What was sent then.
  at_us INTEGER NOT NULL, -- When.
  since_us INTEGER NOT NULL, -- When what declares the ad was asked for first: another answer may have declared others.
  KEY (ad)
) AS
WITH stray AS MATERIALIZED (
  SELECT t.ad, t.id AS tracker, x.exchange, x.at_us, max(t.place, 1) AS place,
    (max(t.place, 1) - 1) * a.duration_us / 4 AS due_us, min($us(player.pollSeconds), a.duration_us / 16) AS off_us
  FROM tracker t JOIN ad a ON a.id = t.ad AND a.kind = 'stitched' AND a.duration_us > 0
  JOIN document d ON d.id = a.document LEFT JOIN stitched_shown p ON p.run = t.run AND p.ad = t.ad
  JOIN stray_request x ON x.run = t.run AND x.host = t.host AND (x.folder = t.folder OR x.file = t.file)
    -- What an encoding makes longer is a tenth at most; a comma ends an attribute of a playlist.
    AND (abs(length(x.url) - length(t.url)) * 10 <= length(t.url) OR substr(t.url, 1, length(x.url) + 1) = x.url || ',')
    AND x.at_us > coalesce(p.at_us, d.at_us) WHERE t.run = :run AND t.family = 'ssai' AND t.place IS NOT NULL
    AND t.ad NOT IN (SELECT e.ad FROM stitched_event e WHERE e.run = :run))
SELECT ad, tracker, exchange, min(at_us) AS at_us,
  (SELECT min(y.at_us) FROM ad a JOIN document d ON d.id = a.document JOIN exchange x ON x.id = d.exchange
    JOIN exchange y ON y.run = x.run AND y.host = x.host AND y.path = x.path WHERE a.id = b.ad) AS since_us
FROM (
  SELECT b.ad, b.tracker, b.exchange, b.at_us, count(DISTINCT s.place) AS n, max(s.place) AS last
  FROM stray b JOIN stray s ON s.ad = b.ad AND abs(s.at_us - b.at_us - s.due_us) <= s.off_us
  WHERE b.place = 1 GROUP BY b.tracker, b.exchange) b
-- From its beginning on, at each place of which the playlist declares something.
WHERE n > 2 AND n = (SELECT count(DISTINCT max(t.place, 1)) FROM tracker t WHERE t.ad = b.ad AND t.place <= last)
GROUP BY ad
