-- An ad of which nothing was verified any more, although the stream was played on past its end, or the capture ended inside it.
-- needs: dai_step, dai_tag, dai_verification, dai_seat, stream_row, passed_interlude
CREATE TABLE dai_silence (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The last verification of the ad.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was sent.
  type TEXT NOT NULL, -- What it stands for.
  until_us INTEGER NOT NULL, -- When the ad was over, or when its stream was asked for after that.
  why TEXT NOT NULL, -- played: its segments were fetched as they are played, or the content went on behind its pod. polled: its metadata were asked for. ended: the capture was over.
  KEY (beacon)
) AS
WITH
timed AS (
  SELECT *, coalesce(length_us / 4, iif(place = before_place + 1, at_us - before_us, NULL)) AS quarter_us
  FROM dai_step WHERE run = :run
),
left_off AS MATERIALIZED (
  SELECT
    session, beacon, at_us, type, ad, at_us + (5 - place) * quarter_us AS end_us,
    at_us + (5 - place) * quarter_us * 5 / 4 + $us(order.slackMs) AS over_us
  FROM timed t
  WHERE place < 5 AND quarter_us IS NOT NULL AND EXISTS (
    SELECT 1 FROM dai_tag k WHERE k.run = :run AND k.session = t.session AND k.place = 5)
    -- Who paused and came back verifies the rest later.
    AND next_place > place IS NOT TRUE
    AND NOT EXISTS (
      SELECT 1 FROM dai_step l
      WHERE l.run = :run AND l.session = t.session AND l.ad = t.ad AND l.place > t.place)
),
-- Until then nothing else was verified either.
silent AS MATERIALIZED (
  SELECT
    e.*,
    (SELECT m.at_us FROM beacon m
      WHERE m.run = :run AND m.family = 'dai' AND m.kind = 'metadata' AND m.at_us > e.over_us AND m.session = e.session
      ORDER BY m.at_us LIMIT 1) AS polled_us,
    -- What was fetched and no buffer holds was played.
    EXISTS (
      SELECT 1 FROM stream_row r
      WHERE r.run = :run AND r.is_even AND r.first_us <= e.at_us
        AND r.shown_us - r.media_from_us >= e.over_us - r.first_us)
    OR EXISTS (
      SELECT 1 FROM passed_interlude u
      WHERE u.run = :run AND u.kind = 'pod' AND u.item = e.session || ' ' || e.ad)
    -- Who comes back to the content when just the pod's length is over has played the pod to its end.
    OR EXISTS (
      SELECT 1 FROM dai_seat c
      WHERE c.run = :run AND c.session = e.session AND c.ad = e.ad AND c.resumed_us > e.at_us) AS is_played
  FROM left_off e
  WHERE NOT EXISTS (
    SELECT 1 FROM dai_verification v
    WHERE v.run = :run AND v.session = e.session AND v.at_us > e.at_us AND v.at_us <= e.over_us AND v.nth = 1
      AND v.type IS NOT 'progress')
),
capture_end AS MATERIALIZED (
  SELECT
    (SELECT max(s.to_us) FROM capture_span s WHERE s.run = :run HAVING count(*) = count(s.to_us)) AS at_us,
    (SELECT max(r.last_us) FROM stream_row r WHERE r.run = :run) AS fetched_us,
    (SELECT max(p.at_us) FROM playlist_reading p WHERE p.run = :run) AS listed_us
)
SELECT
  e.beacon, e.session, e.at_us, e.type,
  CASE WHEN e.is_played THEN e.over_us ELSE coalesce(e.polled_us, e.end_us) END AS until_us,
  CASE WHEN e.is_played THEN 'played' WHEN e.polled_us IS NOT NULL THEN 'polled' ELSE 'ended' END AS why
FROM silent e, capture_end c
WHERE e.is_played OR e.polled_us IS NOT NULL
  -- Who left the ad asks for no more of it.
  OR c.at_us < e.over_us AND max(coalesce(c.fetched_us, 0), coalesce(c.listed_us, 0)) > c.at_us - $us(dai.aliveSeconds)
