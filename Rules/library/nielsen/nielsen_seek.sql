-- The first position of a content after a seek that the player logged. Of lines of one time the later in the log is the later.
CREATE TABLE nielsen_seek (
  call INTEGER NOT NULL REFERENCES call, -- The first position after it.
  seek INTEGER NOT NULL REFERENCES call, -- The seek.
  stream INTEGER NOT NULL REFERENCES session, -- The stream.
  loading INTEGER NOT NULL, -- The loading of the content.
  sought_us INTEGER NOT NULL, -- When the viewer sought.
  span INTEGER, -- By how many seconds.
  target INTEGER, -- Where to, as the player says.
  at_us INTEGER NOT NULL, -- When the position was reported.
  position INTEGER NOT NULL, -- Which it is.
  moved INTEGER NOT NULL, -- How much further it is than the one before.
  next_us INTEGER, -- When the viewer sought again.
  KEY (call, seek)
) AS
SELECT s.call, v.id AS seek, s.session AS stream, s.loading, v.at_us AS sought_us,
  CAST(round(t.value - f.value) AS INTEGER) AS span, CAST(t.value AS INTEGER) AS target, s.at_us, s.position, s.moved,
  lead(v.at_us) OVER (PARTITION BY s.session ORDER BY v.at_us, v.id) AS next_us
FROM call v JOIN argument f ON f.call = v.id AND f.name = 'from' JOIN argument t ON t.call = v.id AND t.name = 'to'
JOIN call_step s ON s.run = :run AND s.api = 'playhead' AND s.part = 'content' AND s.excuse = 'seek'
  AND s.moved IS NOT NULL AND (s.at_us, s.call) > (v.at_us, v.id) AND (v.at_us, v.id) > (s.since_us, (
    SELECT max(b.call) FROM call_step b WHERE b.session = s.session AND b.call < s.call))
WHERE v.run = :run AND v.source = 'player' AND v.name = 'seek'
