-- A choice of the person to be measured or not: a call of a log, or what the facts say.
-- needs: nielsen_log
CREATE TABLE nielsen_choice (
  from_us INTEGER, -- From when on, by the clock of the pings; 0 for all of the run, NULL for a call that nothing aligns.
  is_out INTEGER NOT NULL, -- 1 for an opt-out, 0 for an opt-in.
  is_called INTEGER NOT NULL, -- 1 for a call, which goes before what the facts say.
  INDEX (is_called)
) AS
SELECT s.at_us + l.offset_us AS from_us, a.value = 'nielsenappsdk://1' AS is_out, 1 AS is_called
FROM call_step s JOIN nielsen_log l ON l.run = :run AND l.capture = s.recording
JOIN argument a ON a.call = s.call AND a.value IN ('nielsenappsdk://1', 'nielsenappsdk://0')
WHERE s.run = :run AND s.api = 'userOptOut'
-- Who names the moment of an opt-out says that there was one.
UNION ALL SELECT coalesce(CAST(strftime('%s', $fact(nielsen.optedOutAt)) AS INTEGER) * 1000000, 0),
  coalesce($fact(nielsen.optedOut), 'true') = 'true', 0
WHERE coalesce($fact(nielsen.optedOut), $fact(nielsen.optedOutAt)) IS NOT NULL
