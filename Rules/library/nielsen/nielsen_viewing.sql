-- A view session in which a content was measured, and whether none of its seconds were: not even the ping that closes it came.
-- needs: nielsen_call, nielsen_play, nielsen_play_ping, nielsen_request
CREATE TABLE nielsen_viewing (
  session INTEGER NOT NULL REFERENCES session, -- The view session.
  from_us INTEGER, -- When it began.
  to_us INTEGER, -- When it ended or was left by a stop; NULL where it may go on.
  interval_us INTEGER NOT NULL, -- The interval of duration pings.
  pause_us INTEGER NOT NULL, -- The longest pause.
  beacon INTEGER REFERENCES beacon, -- Its view ping, where no duration ping follows.
  at_us INTEGER, -- When that was sent.
  is_uncounted INTEGER NOT NULL, -- 1 where none follows, unless the log shows that none was due.
  is_plain INTEGER NOT NULL, -- 1 where the log shows more than an interval, or the session outlived the longest pause.
  is_unclosed INTEGER NOT NULL, -- 1 where the log shows more than was counted, and the longest pause was over in sight.
  KEY (session)
) AS
WITH
-- A watching, when it was last counted, and when a stop left it: behind the one before a break, something is loaded.
watched AS MATERIALIZED (
  SELECT y.play, y.seconds, y.to_us, max(q.made_us) AS made_us, (
    SELECT iif(max(s.api <> 'stop' AND c.at_us > y.to_us), NULL, max(c.at_us))
    FROM call_step s JOIN nielsen_call c ON c.run = :run AND c.call = s.call
    WHERE s.session = y.stream AND c.at_us >= y.to_us AND s.api IN ('stop', 'end', 'loadMetadata')) AS left_us,
    EXISTS (
      SELECT 1 FROM nielsen_call e
      WHERE e.run = :run AND e.source = 'player' AND e.at_us BETWEEN y.to_us - 1250000 AND y.to_us + 30000000
        AND e.name IN ('background', 'lock', 'call', 'alarm', 'kill', 'network_loss')) AS is_asleep
  FROM nielsen_play y JOIN nielsen_play_ping q ON q.run = :run AND q.play = y.play
  WHERE y.run = :run AND y.part = 'content' GROUP BY y.play),
viewed AS MATERIALIZED (
  SELECT s.id AS session, s.from_us, s.to_us, p.instance, min(p.subject_id) AS beacon, min(p.at_us) AS at_us,
    min(p.created_us) AS created_us, max(p.interval_us) AS interval_us, max(p.pause_us) AS pause_us,
    max(y.seconds) * 1000000 AS viewed_us, max(p.interval_us) + $us(nielsen.intervalToleranceSeconds) AS most_us,
    max(p.at_us) FILTER (WHERE p.counts = 'duration') AS counted_us, max(y.left_us) AS left_us,
    -- What it says behind the last ping of it is not counted.
    max(y.to_us) FILTER (WHERE y.made_us <= q.made_us AND NOT y.is_asleep
        AND y.to_us > y.made_us + $us(nielsen.intervalToleranceSeconds)) AS seen_us
  FROM nielsen_request p JOIN session s ON s.id = p.session AND s.kind = 'nielsen-view'
  LEFT JOIN nielsen_play_ping q ON q.run = :run AND q.beacon = p.subject_id LEFT JOIN watched y ON y.play = q.play
  WHERE p.run = :run AND p.part = 'content' AND p.counts IN ('view', 'duration') GROUP BY s.id),
closed AS MATERIALIZED (
  SELECT v.*, v.viewed_us <= v.most_us AS is_short,
    -- On the clock of the traffic.
    coalesce((SELECT max(x.at_us) FROM exchange x WHERE x.run = :run)
        > v.seen_us + v.at_us - v.created_us + v.pause_us + $us(nielsen.intervalToleranceSeconds), 0) AS is_unclosed
  FROM viewed v)
SELECT v.session, v.from_us, CASE WHEN v.counted_us >= v.to_us THEN v.to_us
  WHEN v.counted_us IS NULL AND v.is_short AND NOT v.is_unclosed THEN v.left_us + v.at_us - v.created_us END AS to_us,
  v.interval_us, v.pause_us, iif(v.counted_us IS NULL, v.beacon, NULL) AS beacon,
  iif(v.counted_us IS NULL, v.at_us, NULL) AS at_us,
  v.counted_us IS NULL AND (v.is_short IS NOT TRUE OR v.is_unclosed) AS is_uncounted,
  coalesce(NOT v.is_short, EXISTS (
    SELECT 1 FROM nielsen_request q WHERE q.run = :run AND q.instance = v.instance
      AND q.created_us > v.created_us + $us(nielsen.pauseTimeoutSeconds) + v.most_us)) AS is_plain,
  v.is_unclosed
FROM closed v
