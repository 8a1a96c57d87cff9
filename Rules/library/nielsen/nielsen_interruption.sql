-- A stretch in which a stream of the log does not play: from what the player or the phone says, until playback may go on.
CREATE TABLE nielsen_interruption (
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  event INTEGER NOT NULL REFERENCES call, -- What interrupts it.
  name TEXT NOT NULL, -- pause, call, alarm, lock or background.
  from_us INTEGER NOT NULL, -- When that was, by the log.
  until_us INTEGER NOT NULL, -- When the player goes on, or the app loads or plays something; far off where nothing does.
  KEY (session, event)
) AS
WITH
stream AS MATERIALIZED (
  SELECT x.id AS session, x.from_us AS from_us, x.to_us AS to_us, y.identifier AS instance
  FROM session x JOIN session y ON y.id = x.parent
  WHERE x.run = :run AND x.kind = 'nielsen-stream'
),
event AS MATERIALIZED (
  SELECT v.id AS call, v.name AS name, v.at_us AS at_us, v.instance AS instance, coalesce(min(r.value), '') AS route
  FROM call v LEFT JOIN argument r ON r.call = v.id AND r.name = 'type'
  WHERE v.run = :run AND v.source = 'player'
  GROUP BY v.id
),
-- On another screen, or in a small window, playback goes on until that ends.
shown AS MATERIALIZED (
  SELECT
    e.*,
    (
      SELECT q.name IN ('pip_start', 'airplay_start') OR q.name = 'route_change' AND q.route IN ('airplay', 'mirroring')
      FROM event q
      WHERE q.at_us <= e.at_us AND q.name IN ('pip_start', 'pip_end', 'airplay_start', 'airplay_end', 'route_change')
      ORDER BY q.at_us DESC, q.call DESC
      LIMIT 1
    ) AS is_elsewhere
  FROM event e
  WHERE e.name IN ('pause', 'call', 'alarm', 'lock', 'background')
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
  s.session AS session, e.call AS event, e.name AS name, e.at_us AS from_us,
  min(coalesce((
    SELECT min(q.at_us)
    FROM event q
    WHERE q.call <> e.call AND q.at_us >= e.at_us AND (
        q.name IN ('play', 'resume', 'foreground', 'unlock', 'call_end', 'alarm_end', 'pip_start', 'airplay_start',
            'ad_start')
        OR q.name IN ('ad_end', 'ad_break')
        OR e.name IN ('background', 'lock') AND q.name = 'route_change' AND q.route IN ('airplay', 'mirroring')
    )
  ), 9223372036854775807), coalesce((
    SELECT min(n.at_us)
    FROM call_step n
    WHERE n.session = s.session AND n.api IN ('loadMetadata', 'play') AND n.at_us >= e.at_us
  ), 9223372036854775807)) AS until_us
FROM shown e JOIN stream s ON e.at_us BETWEEN s.from_us AND s.to_us
WHERE NOT (
    e.name IN ('background', 'lock') AND (e.is_elsewhere OR s.session IN (SELECT a.session FROM audio a))
)
  -- Of several players one may pause alone.
  AND (
      e.instance IS NULL OR e.name <> 'pause' OR e.instance = s.instance
      OR NOT EXISTS (SELECT 1 FROM stream o WHERE o.instance = e.instance)
  )
