-- A view session in which a content was measured, and whether none of its seconds were: not even the ping that closes it came.
-- needs: nielsen_play, nielsen_play_ping, nielsen_request
CREATE TABLE nielsen_viewing (
  session INTEGER NOT NULL REFERENCES session, -- The view session.
  from_us INTEGER, -- When it began.
  to_us INTEGER, -- When it ended; NULL where its last sign is no duration ping, so that it may go on.
  interval_us INTEGER NOT NULL, -- The interval of duration pings.
  beacon INTEGER REFERENCES beacon, -- Its view ping, where no duration ping follows.
  at_us INTEGER, -- When that was sent.
  is_uncounted INTEGER NOT NULL, -- 1 where none follows, unless the log shows that less than an interval was viewed.
  is_plain INTEGER NOT NULL, -- 1 where the log shows more than an interval, or the session outlived the longest pause.
  KEY (session)
) AS
WITH viewed AS MATERIALIZED (
  SELECT
    s.id AS session, s.from_us, s.to_us, p.instance, min(p.subject_id) AS beacon, min(p.at_us) AS at_us,
    min(p.created_us) AS created_us, max(p.interval_us) AS interval_us, max(y.seconds) * 1000000 AS viewed_us,
    max(p.interval_us) + $us(nielsen.intervalToleranceSeconds) AS most_us,
    max(p.at_us) FILTER (WHERE p.counts = 'duration') AS counted_us
  FROM nielsen_request p JOIN session s ON s.id = p.session AND s.kind = 'nielsen-view'
  LEFT JOIN nielsen_play_ping q ON q.run = :run AND q.beacon = p.subject_id
  LEFT JOIN nielsen_play y ON y.run = :run AND y.play = q.play
  WHERE p.run = :run AND p.part = 'content' AND p.counts IN ('view', 'duration')
  GROUP BY s.id
)
SELECT
  v.session, v.from_us, iif(v.counted_us >= v.to_us, v.to_us, NULL) AS to_us, v.interval_us,
  iif(v.counted_us IS NULL, v.beacon, NULL) AS beacon, iif(v.counted_us IS NULL, v.at_us, NULL) AS at_us,
  v.counted_us IS NULL AND (v.viewed_us <= v.most_us) IS NOT TRUE AS is_uncounted,
  coalesce(v.viewed_us > v.most_us, EXISTS (
    SELECT 1 FROM nielsen_request q
    WHERE q.run = :run AND q.instance = v.instance
      AND q.created_us > v.created_us + $us(nielsen.pauseTimeoutSeconds) + v.most_us)) AS is_plain
FROM viewed v
