-- A stretch in which a stream of the log does not play: from what the player or the phone says, until playback may go on.
CREATE TABLE nielsen_interruption (
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  event INTEGER NOT NULL REFERENCES call, -- What interrupts it.
  name TEXT NOT NULL, -- pause, call, alarm, lock, background, network_loss, channel_change, route_change or buffer_start.
  from_us INTEGER NOT NULL, -- When that was, by the log.
  until_us INTEGER NOT NULL, -- When the player goes on, or the app loads or plays something; far off where nothing does.
  is_ended INTEGER NOT NULL, -- 1 where the next thing that the player says is that it is over.
  goes_on INTEGER NOT NULL, -- 1 where playback goes on all the same: in a small window, on another screen, or audio alone.
  KEY (session, event)
) AS
WITH
stream AS MATERIALIZED (
  SELECT x.id AS session, x.from_us, x.to_us, y.identifier AS instance
  FROM session x JOIN session y ON y.id = x.parent
  WHERE x.run = :run AND x.kind = 'nielsen-stream'
),
event AS MATERIALIZED (
  SELECT
    v.id AS call, v.name, v.at_us, v.instance, coalesce(min(r.value), '') AS route, lead(v.name) OVER w AS next,
    lead(v.at_us) OVER w AS next_us
  FROM call v LEFT JOIN argument r ON r.call = v.id AND r.name = 'type'
  WHERE v.run = :run AND v.source = 'player'
  GROUP BY v.id
  WINDOW w AS (ORDER BY v.at_us, v.id)
),
shown AS MATERIALIZED (
  SELECT call, at_us, name LIKE 'pip_%' AS is_window, name IN ('pip_start', 'airplay_start')
    OR route IN ('airplay', 'mirroring') AS is_on
  FROM event
  WHERE name IN ('pip_start', 'pip_end', 'airplay_start', 'airplay_end') OR name = 'route_change' AND route <> ''
),
halt AS MATERIALIZED (
  SELECT
    e.*, e.name IN ('background', 'lock') AND (
        EXISTS (
          SELECT 1 FROM shown q
          WHERE q.is_on AND q.at_us <= e.at_us AND NOT EXISTS (
            SELECT 1 FROM shown o
            WHERE o.is_window = q.is_window AND o.at_us <= e.at_us AND (o.at_us, o.call) > (q.at_us, q.call))
        )
        -- The picture that shrinks by itself, or moves to another screen, says so just after the app left the screen.
        OR EXISTS (
          SELECT 1 FROM shown q WHERE q.is_on AND q.at_us BETWEEN e.at_us AND e.at_us + 1000000 + $us(order.slackMs)
        )
    ) AS is_elsewhere
  FROM event e
  WHERE e.name IN ('pause', 'call', 'alarm', 'lock', 'background', 'network_loss', 'channel_change', 'buffer_start')
    OR e.name = 'route_change' AND e.route IN ('headphones_out', 'oldDeviceUnavailable')
),
-- Audio needs no screen.
audio AS MATERIALIZED (
  SELECT DISTINCT m.session AS session
  FROM call_step m JOIN argument a ON a.call = m.call AND lower(a.name) = 'args.isaudio' AND lower(a.value) = 'true'
  WHERE m.run = :run AND m.api = 'loadMetadata'
  UNION
  SELECT m.session
  FROM ping p
  JOIN parameter t ON t.beacon = p.beacon AND t.name = 'rt' AND t.value = 'audio'
  JOIN call_step m ON m.run = :run AND m.api = 'loadMetadata' AND m.asset = p.asset
  WHERE p.run = :run
)
SELECT
  s.session, e.call AS event, e.name, e.at_us AS from_us,
  min(CASE
    WHEN e.name = 'buffer_start' THEN coalesce(e.next_us, 9223372036854775807)
    ELSE coalesce((
      SELECT min(q.at_us)
      FROM event q
      WHERE q.call <> e.call AND q.at_us >= e.at_us AND (
          q.name IN ('play', 'resume', 'foreground', 'unlock', 'call_end', 'alarm_end', 'pip_start', 'airplay_start',
              'network_back', 'ad_start', 'ad_end', 'ad_break')
          OR e.name IN ('background', 'lock') AND q.name = 'route_change' AND q.route IN ('airplay', 'mirroring')
      )
    ), 9223372036854775807)
  END, coalesce((
    SELECT min(n.at_us)
    FROM call_step n
    WHERE n.session = s.session AND n.api IN ('loadMetadata', 'play') AND n.at_us >= e.at_us
  ), 9223372036854775807)) AS until_us,
  coalesce(e.next = CASE e.name
    WHEN 'pause' THEN iif(e.next = 'resume', 'resume', 'play') WHEN 'call' THEN 'call_end' WHEN 'alarm' THEN 'alarm_end'
    WHEN 'lock' THEN 'unlock' WHEN 'background' THEN 'foreground' WHEN 'buffer_start' THEN 'buffer_end'
  END, 0) AS is_ended,
  e.is_elsewhere OR e.name IN ('background', 'lock') AND s.session IN (SELECT a.session FROM audio a) AS goes_on
FROM halt e JOIN stream s ON e.at_us BETWEEN s.from_us AND s.to_us + 2000000
-- Of several players one may pause alone.
WHERE e.instance IS NULL OR e.name NOT IN ('pause', 'channel_change', 'buffer_start') OR e.instance = s.instance
  OR NOT EXISTS (SELECT 1 FROM stream o WHERE o.instance = e.instance)
