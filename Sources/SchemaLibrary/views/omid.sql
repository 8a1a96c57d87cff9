-- What the messages of OMID sessions say.

-- What a message of an OMID session says of the ad and its view.
CREATE VIEW omid_report AS SELECT
  e.run AS run, -- The run.
  e.beacon AS beacon, -- The message.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'duration') AS duration, -- The length of the media, in seconds.
  max(p.value) FILTER (WHERE p.subkey IN ('mediaPlayerVolume', 'videoPlayerVolume')) AS volume, -- The player's volume.
  max(p.value) FILTER (WHERE p.subkey IN ('skippable', 'isSkippable')) AS skippable, -- Whether the ad can be skipped.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'skipOffset') AS skip_offset, -- From which second on.
  max(p.value) FILTER (WHERE p.subkey IN ('autoPlay', 'isAutoPlay')) AS auto_play, -- Whether it began by itself.
  max(p.value) FILTER (WHERE p.subkey = 'position') AS position, -- Its place beside the content.
  max(p.value) FILTER (WHERE p.subkey = 'adView.percentageInView') AS percent, -- How much of it was in view.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'adView.geometry.width') AS width, -- The width of its view.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'adView.geometry.height') AS height, -- The height of that.
  coalesce(max(p.subkey LIKE 'adView.reasons.%' AND p.value = 'notFound'), 0) AS is_lost, -- 1 where its view was not found.
  coalesce(max(p.subkey LIKE 'adView.reasons.%' AND p.value = 'obstructed'), 0) AS is_obstructed -- 1 where something lay over it.
FROM omid_event_row e LEFT JOIN parameter_row p ON p.beacon = e.beacon AND p.name = 'data'
GROUP BY e.run, e.beacon;

-- The beginning or the end of a pause or a stall that an OMID session reports, with what comes before it and behind it. What
-- else lies between the two does not matter; a quartile does.
CREATE VIEW omid_turn AS
WITH halt(kind, first, last) AS (VALUES ('pause', 'pause', 'resume'), ('buffering', 'bufferStart', 'bufferFinish')),
step AS (
  SELECT e.run AS run, h.kind AS kind, h.first AS first, h.last AS last, e.session AS session, e.event AS event,
    e.at_us AS at_us, e.beacon AS beacon, lag(e.event) OVER w AS before, lead(e.event) OVER w AS next,
    lead(e.at_us) OVER w AS next_us, lead(e.beacon) OVER w AS next_beacon
  FROM halt h JOIN omid_event e ON e.event IN (h.first, h.last) OR e.stage > 3
  -- A resume before anything played is the player's wiring, not the viewer.
  WHERE NOT (e.event = 'resume' AND NOT EXISTS (
    SELECT 1 FROM omid_event s WHERE s.session = e.session AND s.event = 'start' AND s.ordinal < e.ordinal))
  WINDOW w AS (PARTITION BY h.kind, e.session ORDER BY e.ordinal)
)
SELECT
  run, -- The run.
  session, -- The session.
  kind, -- pause or buffering.
  event, -- What was reported: pause, resume, bufferStart or bufferFinish.
  iif(event = first, last, first) AS other, -- What goes with it.
  event = first AS is_begin, -- 1 for a beginning.
  beacon, -- The message.
  at_us, -- When it happened.
  before, -- The event before it.
  next, -- The event behind it.
  next_us, -- When that happened.
  next_beacon -- The message of that.
FROM step WHERE event IN (first, last);

-- A message of an OMID script that a recorder cut off: on its host three kinds of messages are as long as the longest.
CREATE VIEW cut_message AS
WITH message AS MATERIALIZED (
  SELECT b.run AS run, b.id AS beacon, b.event AS event, b.host AS host, length(x.url) AS length,
    max(length(x.url)) OVER (PARTITION BY b.run, b.host) AS longest
  FROM beacon b JOIN exchange x ON x.id = b.exchange
  WHERE b.family = 'omid'
)
SELECT
  m.run AS run, -- The run.
  m.beacon AS beacon, -- The message.
  m.host AS host -- Its host.
FROM message m
WHERE m.length = m.longest AND (m.run, m.host) IN (
  SELECT run, host FROM message WHERE length = longest GROUP BY run, host HAVING count(DISTINCT event) >= 3);
