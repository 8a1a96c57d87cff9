-- A view session of a content whose view was counted and none of its seconds: not even the ping that closes it came.
-- needs: nielsen_limit, nielsen_play, nielsen_play_ping, nielsen_request
CREATE TABLE nielsen_uncounted (
  session INTEGER NOT NULL REFERENCES session, -- The view session.
  beacon INTEGER NOT NULL REFERENCES beacon, -- Its view ping.
  at_us INTEGER NOT NULL, -- When that was sent.
  interval_us INTEGER NOT NULL, -- The interval of duration pings.
  is_plain INTEGER NOT NULL, -- 1 where the log shows more than an interval, or the session outlived the longest pause.
  is_short INTEGER NOT NULL, -- 1 where the log shows that less than an interval was viewed.
  KEY (session)
) AS
WITH viewed AS MATERIALIZED (
  SELECT
    p.session, p.instance, min(p.subject_id) AS beacon, min(p.at_us) AS at_us, min(p.created_us) AS created_us,
    max(l.interval_us) AS interval_us, max(y.seconds) AS seconds
  FROM nielsen_request p
  JOIN nielsen_limit l ON l.run = :run AND l.beacon = p.subject_id
  LEFT JOIN nielsen_play_ping q ON q.run = :run AND q.beacon = p.subject_id
  LEFT JOIN nielsen_play y ON y.run = :run AND y.play = q.play
  WHERE p.run = :run AND p.counts = 'view' AND p.part = 'content' AND p.session IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM ping d WHERE d.session = p.session AND d.kind = 'duration' AND d.part = 'content'
  )
  GROUP BY p.session
)
SELECT
  v.session, v.beacon, v.at_us, v.interval_us,
  coalesce(v.seconds * 1000000 > v.interval_us + $us(nielsen.intervalToleranceSeconds), EXISTS (
    SELECT 1 FROM nielsen_request q
    WHERE q.run = :run AND q.instance = v.instance AND q.created_us > v.created_us + v.interval_us
      + $us(nielsen.pauseTimeoutSeconds) + $us(nielsen.intervalToleranceSeconds)
  )) AS is_plain,
  coalesce(v.seconds * 1000000 <= v.interval_us + $us(nielsen.intervalToleranceSeconds), 0) AS is_short
FROM viewed v
