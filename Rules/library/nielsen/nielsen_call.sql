-- A call of the SDK in a log of this run, by the clock of the pings.
-- needs: nielsen_log
CREATE TABLE nielsen_call (
  call INTEGER NOT NULL REFERENCES call, -- The call.
  at_us INTEGER NOT NULL, -- When it was made.
  KEY (call)
) AS
SELECT s.call, s.at_us + l.offset_us AS at_us
FROM call_step s JOIN nielsen_log l ON l.run = :run AND l.capture = s.capture
WHERE s.run = :run AND l.offset_us IS NOT NULL
