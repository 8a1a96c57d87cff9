-- An ad of which nothing was verified any more, although the stream was played on past its end, or the capture ended inside it.
-- needs: dai_step, dai_verification, stream_row
CREATE TABLE dai_silence (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The last verification of the ad.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was sent.
  type TEXT NOT NULL, -- What it stands for.
  until_us INTEGER NOT NULL, -- When the stream was seen to go on, or the ad's end where the capture ended before.
  why TEXT NOT NULL, -- played: its segments were fetched as they are played. polled: its metadata were asked for. ended: the capture was over.
  KEY (beacon)
) AS
WITH
ended AS MATERIALIZED (
  SELECT
    session, beacon, at_us, type, place, quarter_us,
    at_us + (5 - place) * quarter_us * 5 / 4 + $us(order.slackMs) AS over_us
  FROM (
    SELECT *, coalesce(length_us / 4, iif(place = before_place + 1, at_us - before_us, NULL)) AS quarter_us
    FROM dai_step WHERE run = :run)
  -- Who paused and came back verifies the rest later.
  WHERE place < 5 AND next_place > place IS NOT TRUE AND mask & (1 << 5) AND quarter_us IS NOT NULL
),
-- Each looks for the next poll behind its ad, and the next request behind itself.
polled AS MATERIALIZED (
  SELECT *
  FROM (
    SELECT *, min(poll_us) OVER (PARTITION BY session ORDER BY over_us DESC) AS poll_next_us
    FROM (
      SELECT session, beacon, at_us, type, place, quarter_us, over_us + 1 AS over_us, NULL AS poll_us FROM ended
      UNION ALL
      SELECT m.session, NULL, NULL, NULL, NULL, NULL, m.at_us, m.at_us
      FROM beacon m
      WHERE m.run = :run AND m.family = 'dai' AND m.kind = 'metadata' AND m.session IS NOT NULL))
  WHERE beacon IS NOT NULL
),
followed AS MATERIALIZED (
  SELECT *
  FROM (
    SELECT *, min(request_us) OVER (PARTITION BY session ORDER BY after_us DESC) AS next_us
    FROM (
      SELECT
        session, beacon, at_us, type, place, quarter_us, over_us, poll_next_us, at_us + 1 AS after_us,
        NULL AS request_us
      FROM polled
      UNION ALL
      SELECT session, NULL, NULL, NULL, NULL, NULL, NULL, NULL, at_us, at_us FROM dai_verification WHERE run = :run))
  WHERE beacon IS NOT NULL
),
known AS (
  SELECT
    f.*, f.at_us + (5 - f.place) * f.quarter_us AS end_us,
    (SELECT max(r.last_us) FROM stream_row r
      WHERE r.run = :run AND r.is_even AND r.first_us <= f.at_us AND r.last_us >= f.over_us + $us(ssai.bufferSeconds))
    AS played_us,
    (SELECT max(s.to_us) FROM capture_span s WHERE s.run = :run HAVING count(*) = count(s.to_us)) AS capture_us,
    max(coalesce((SELECT max(r.last_us) FROM stream_row r WHERE r.run = :run), 0),
        coalesce((
          SELECT max(d.at_us)
          FROM playlist_reading p JOIN document d ON d.id = p.document
          WHERE p.run = :run), 0)) AS seen_us
  FROM followed f
)
SELECT
  beacon, session, at_us, type, coalesce(played_us, poll_next_us, end_us) AS until_us,
  CASE WHEN played_us IS NOT NULL THEN 'played' WHEN poll_next_us IS NOT NULL THEN 'polled' ELSE 'ended' END AS why
FROM known
WHERE (next_us <= coalesce(played_us, poll_next_us, end_us)) IS NOT TRUE
  AND (played_us IS NOT NULL OR poll_next_us IS NOT NULL
      -- Who left the ad asks for no more of it.
      OR capture_us < end_us AND seen_us > capture_us - $us(dai.aliveSeconds))
