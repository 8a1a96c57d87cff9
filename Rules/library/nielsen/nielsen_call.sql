-- A line of a call log of this run, by the clock of the pings.
-- needs: nielsen_log
CREATE TABLE nielsen_call (
  call INTEGER NOT NULL REFERENCES call, -- The call of the SDK, or event of the player.
  source TEXT, -- As in call: nielsen, player …
  name TEXT, -- Its name.
  at_us INTEGER NOT NULL, -- When it was made.
  KEY (call)
) AS
SELECT c.id AS call, c.source, c.name, c.at_us + l.offset_us AS at_us
FROM call c JOIN nielsen_log l ON l.run = :run AND l.capture = c.capture WHERE c.run = :run AND l.offset_us IS NOT NULL
