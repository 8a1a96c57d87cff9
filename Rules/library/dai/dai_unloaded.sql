-- A tag that was verified, and when the media that holds its place was asked for.
-- needs: dai_break, dai_seat, dai_step, stream_extent, stream_fetch, stream_leap, stream_row
CREATE TABLE dai_unloaded (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The verification.
  way TEXT NOT NULL, -- asked in time, later, never where what lies behind it was, or refused.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request for that media, or for the refused pod.
  asked_us INTEGER NOT NULL, -- When that was sent.
  since_us INTEGER NOT NULL, -- When the pod, or the stream, was asked for.
  KEY (beacon)
) AS
WITH pod AS MATERIALIZED (
  SELECT s.beacon, s.at_us, d.asked_us AS since_us, f.exchange, f.is_next,
    max(f.duration_us, coalesce(e.target_us, 0)) AS late_us,
    -- The columns beside a minimum are those of its row.
    min(f.at_us) AS asked_us
  FROM dai_step s JOIN dai_seat k ON k.run = s.run AND k.session = s.session AND k.ad = s.ad
  JOIN dai_break d ON d.run = s.run AND d.session = s.session AND d.pod = k.pod
  JOIN stream_extent e ON e.run = s.run AND e.stream = d.media
  JOIN stream_fetch f ON f.run = s.run AND f.stream = d.media
    AND f.media_us + f.duration_us >= k.pod_before_us + k.length_us * (s.place - 1) / 4 - $us(order.slackMs)
  WHERE s.run = :run GROUP BY s.beacon),
-- Who waits as long as a segment takes before the next is asked for has played as much.
pace AS MATERIALIZED (
  SELECT stream, at_us, media_from_us + sum(min(gap_us, duration_us)) OVER (
      PARTITION BY stream, media_from_us ORDER BY at_us) AS place_us
  FROM (
    SELECT f.stream, f.at_us, f.duration_us, r.media_from_us,
      f.at_us - lag(f.at_us) OVER (PARTITION BY r.stream, r.media_from_us ORDER BY f.at_us) AS gap_us
    FROM stream_row r JOIN stream_fetch f ON f.run = r.run AND f.stream = r.stream
      AND f.at_us BETWEEN r.first_us AND r.last_us
    WHERE r.run = :run AND r.is_joined)
  WHERE gap_us >= duration_us * 4 / 5),
-- A stream that holds its ads, the only one in sight.
whole AS MATERIALIZED (
  SELECT s.beacon, s.at_us, e.stream, e.target_us, e.first_us AS since_us,
    s.place - first_value(s.place) OVER v AS quarters, s.length_us, first_value(s.at_us) OVER v AS begun_us
  FROM dai_step s JOIN stream_extent e ON e.run = s.run
  WHERE s.run = :run AND s.ad IS NOT NULL AND s.session NOT IN (SELECT d.session FROM dai_break d WHERE d.run = :run)
    AND (SELECT count(*) FROM stream_extent o WHERE o.run = :run) = 1
  WINDOW v AS (PARTITION BY s.session, s.ad ORDER BY s.at_us, s.beacon)),
begun AS MATERIALIZED (
  -- Nobody has played what had not been asked for.
  SELECT w.*, max(p.at_us), w.quarters * w.length_us / 4 + min(p.place_us, (
    SELECT max(f.media_us + f.duration_us) FROM stream_fetch f
    WHERE f.run = :run AND f.stream = w.stream AND f.at_us <= w.begun_us)) AS place_us
  FROM whole w JOIN pace p ON p.stream = w.stream AND p.at_us <= w.begun_us WHERE w.quarters > 0 GROUP BY w.beacon)
SELECT beacon, iif(asked_us > at_us + late_us, 'later', 'asked') AS way, exchange, asked_us, since_us
FROM pod WHERE is_next OR asked_us <= at_us + late_us
UNION ALL SELECT s.beacon, 'refused', q.exchange, max(d.asked_us), d.asked_us
FROM dai_step s JOIN dai_break d ON d.run = s.run AND d.session = s.session AND d.asked_us <= s.at_us
JOIN beacon q ON q.id = d.beacon WHERE s.run = :run GROUP BY s.beacon HAVING sum(NOT d.is_refused) = 0
UNION ALL
-- What had been asked for by then ends further in front of the place than a segment, and was gone on with later.
SELECT b.beacon, iif(b.place_us > n.media_us + b.target_us, 'later', 'asked'), n.exchange, min(n.at_us), b.since_us
FROM begun b JOIN stream_fetch n ON n.run = :run AND n.stream = b.stream AND n.at_us > b.at_us + b.target_us
WHERE n.media_us IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM stream_fetch f WHERE f.run = :run AND f.stream = b.stream AND f.at_us <= b.at_us + b.target_us
    AND (f.media_us IS NULL OR f.media_us >= n.media_us)) GROUP BY b.beacon HAVING n.is_next
UNION ALL
-- Who played on from the row's beginning has come to what was never asked for.
SELECT w.beacon, 'never', n.exchange, min(n.at_us), w.since_us FROM whole w
JOIN stream_leap l ON l.run = :run AND l.stream = w.stream AND w.at_us BETWEEN l.since_us AND l.at_us - w.target_us
JOIN stream_row r ON r.run = :run AND r.stream = w.stream AND r.is_joined AND r.last_us <= l.since_us
  AND r.media_from_us + w.at_us - r.first_us BETWEEN l.end_us + w.target_us AND l.media_us
JOIN stream_fetch n ON n.run = :run AND n.stream = l.stream AND n.at_us = l.at_us GROUP BY w.beacon
