-- The first position of a content after a seek that the player logged.
CREATE TABLE nielsen_seek (
  subject_id INTEGER NOT NULL REFERENCES session, -- The stream.
  from_us INTEGER, -- When that began, by the log.
  to_us INTEGER, -- When it ended.
  loading INTEGER NOT NULL, -- The loading of the content.
  sought_us INTEGER NOT NULL, -- When the viewer sought.
  span INTEGER NOT NULL, -- By how many seconds.
  target INTEGER NOT NULL, -- Where to, as the player says.
  call INTEGER NOT NULL REFERENCES call, -- The first position after it.
  at_us INTEGER NOT NULL, -- When that was reported.
  position INTEGER NOT NULL, -- Which it is.
  moved INTEGER NOT NULL -- How much further it is than the one before.
) AS
SELECT
  s.session AS subject_id, x.from_us, x.to_us, s.loading, v.at_us AS sought_us, CAST(round(t.value - f.value) AS INTEGER) AS span,
  CAST(t.value AS INTEGER) AS target, s.call, s.at_us, s.position, s.position - b.position AS moved
FROM call v
JOIN argument f ON f.call = v.id AND f.name = 'from'
JOIN argument t ON t.call = v.id AND t.name = 'to'
JOIN call_step s ON s.run = v.run AND s.api = 'playhead' AND s.part = 'content' AND s.excuse = 'seek'
  AND s.since_us <= v.at_us AND s.at_us > v.at_us
JOIN call_step b ON b.session = s.session AND b.at_us = s.since_us AND b.api = 'playhead'
JOIN session x ON x.id = s.session
WHERE v.run = :run AND v.source = 'player' AND v.name = 'seek' AND s.position IS NOT NULL AND b.position IS NOT NULL
