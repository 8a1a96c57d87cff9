-- The place in the ad that a beacon gives of itself, with the macro ADPLAYHEAD.
CREATE TABLE told_place (
  firing INTEGER NOT NULL REFERENCES firing, -- The beacon.
  value TEXT NOT NULL, -- The place as sent.
  position_us INTEGER NOT NULL, -- The same, as a time.
  KEY (firing)
) AS
SELECT
  m.firing, m.value, CAST(max(substr(m.value, 1, 2) * 3600000000 + substr(m.value, 4, 2) * 60000000
      + substr(m.value, 7, 6) * 1000000) AS INTEGER) AS position_us
FROM macro m
WHERE m.run = :run AND m.name = 'ADPLAYHEAD' AND m.state = 'expanded'
  AND m.value GLOB '[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'
GROUP BY m.firing
