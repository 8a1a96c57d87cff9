-- The code that a beacon of an error carries, of an ad or of an ad break.
CREATE TABLE reported_error (
  subject_id INTEGER NOT NULL REFERENCES beacon, -- The beacon.
  family TEXT NOT NULL, -- vast or vmap.
  firing INTEGER NOT NULL REFERENCES firing, -- The tracker that it was sent to.
  at_us INTEGER NOT NULL, -- When it was sent.
  item TEXT NOT NULL, -- The macro.
  observed TEXT NOT NULL, -- Its value, or the macro where that was sent as it stands.
  is_listed INTEGER NOT NULL, -- 1 for a code of VAST's table; of an ad break, for one of VMAP's as well.
  is_own INTEGER NOT NULL, -- 1 for a number from 1000 on: VAST's table has none, and players make their own.
  INDEX (family)
) AS
SELECT f.beacon AS subject_id, f.family, f.id AS firing, f.at_us, m.name AS item,
  iif(m.state = 'unexpanded', '[' || m.name || ']', m.value) AS observed,
  m.is_listed OR f.family = 'vmap' AND m.value GLOB '100[0-8]' AS is_listed,
  m.value NOT GLOB '*[^0-9]*' AND CAST(m.value AS INTEGER) >= 1000 AS is_own
FROM firing f
-- In an ad play the macro that was left is a finding of vast.macro-unexpanded.
JOIN macro m ON m.firing = f.id AND (m.name = 'ERRORCODE' AND (m.state <> 'unexpanded' OR f.ad_play IS NULL)
    OR f.family = 'vmap' AND m.name IN ('ERRORCODE', 'ERROR_CODE'))
WHERE f.run = :run AND f.event = 'error' AND f.family IN ('vast', 'vmap') AND f.is_sent
