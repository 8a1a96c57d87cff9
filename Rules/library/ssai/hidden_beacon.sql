-- A tracker of a stitched ad that may have been sent out of sight, or attributed to another.
-- needs: stitched_silence, stitched_shown
CREATE TABLE hidden_beacon (
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker.
  KEY (tracker)
) AS
SELECT s.tracker FROM stitched_silence s JOIN firing_candidate c ON c.run = s.run AND c.tracker = s.tracker
WHERE s.run = :run
UNION
-- Sent before the first playlist in sight that declares it: an earlier one may have done so too.
SELECT s.tracker FROM stitched_silence s JOIN stitched_shown p ON p.run = s.run AND p.ad = s.ad
JOIN exchange x ON x.run = s.run AND x.url = s.url AND x.at_us < p.declared_us
WHERE s.run = :run AND NOT EXISTS (SELECT 1 FROM firing f WHERE f.exchange = x.id)
UNION
-- Requests of which the path could be read, but not the host.
SELECT s.tracker FROM exchange x
JOIN tracker t ON t.run = x.run AND t.url IN ('https://' || t.host || x.target, 'http://' || t.host || x.target)
JOIN stitched_silence s ON s.run = x.run AND s.tracker = t.id WHERE x.run = :run AND x.host = '' AND x.target <> ''
UNION
-- Another ad declares the same URL, and it was sent: a browser may answer the second request from memory.
SELECT s.tracker
FROM stitched_silence s JOIN tracker t ON t.run = s.run AND t.url = s.url AND t.family = 'ssai' AND t.ad <> s.ad
JOIN firing f ON f.tracker = t.id WHERE s.run = :run
