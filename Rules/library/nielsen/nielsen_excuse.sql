-- Why the pings of a watching may not have been sent although all is right.
-- needs: nielsen_log, nielsen_call, nielsen_play, nielsen_request
CREATE TABLE nielsen_excuse (
  play INTEGER NOT NULL REFERENCES call, -- The first position of the watching.
  excuse TEXT NOT NULL, -- offline (sent later), opted out (browsers fall silent), left (the next start sends) or unread.
  from_us INTEGER NOT NULL, -- From when on, by the clock of the pings.
  KEY (play, excuse)
) AS
WITH
event AS MATERIALIZED (
  SELECT c.id AS call, c.name, c.at_us + l.offset_us AS at_us
  FROM call c JOIN nielsen_log l ON l.run = :run AND l.capture = c.capture
  WHERE c.run = :run AND c.source = 'player' AND l.offset_us IS NOT NULL
),
-- From when on each may hold, whoever watched what.
since(excuse, at_us) AS MATERIALIZED (
  SELECT 'offline', min(n.at_us) FROM event n
  WHERE n.name = 'network_loss'
    AND n.at_us > coalesce((SELECT max(b.at_us) FROM event b WHERE b.name = 'network_back'), 0)
  UNION ALL
  -- An SDK that marks its pings after an opt-out does not fall silent.
  SELECT 'opted out', min(at_us) FROM (
    SELECT c.at_us FROM call_step s JOIN argument a ON a.call = s.call AND a.value = 'nielsenappsdk://1'
    JOIN nielsen_call c ON c.run = :run AND c.call = s.call WHERE s.run = :run AND s.api = 'userOptOut'
    UNION ALL SELECT 0 WHERE $fact(nielsen.optedOut) = 'true')
  WHERE NOT EXISTS (
    SELECT 1 FROM nielsen_request q WHERE q.run = :run AND q.counts IN ('view', 'duration') AND q.is_out)
)
SELECT p.play, s.excuse, s.at_us AS from_us
FROM nielsen_play p JOIN since s ON s.at_us <= iif(
    s.excuse = 'offline', coalesce(p.closed_us, p.to_us) + $us(nielsen.finalPingSeconds), p.to_us)
WHERE p.run = :run
UNION ALL
SELECT p.play, 'left', min(e.at_us)
FROM nielsen_play p JOIN event e ON e.name IN ('background', 'lock', 'call', 'alarm', 'kill', 'network_loss')
  AND e.at_us BETWEEN coalesce(p.closed_us, p.to_us) - 1250000 AND coalesce(p.closed_us, p.to_us) + 30000000
WHERE p.run = :run AND p.part = 'ad' AND NOT EXISTS (
  SELECT 1 FROM call_step n JOIN call_step o ON o.call = p.closing
  WHERE n.session = p.stream AND n.api IN ('playhead', 'loadMetadata') AND n.at_us > o.at_us)
GROUP BY p.play
UNION ALL
-- A call that ended it, or that began another, may be among the lines that could not be read.
SELECT p.play, 'unread', min(b.from_us)
FROM nielsen_play p JOIN call c ON c.id = p.play
JOIN blind b ON b.run = :run AND b.hides = 'calls' AND b.from_us > c.at_us
  AND b.to_us < coalesce((SELECT o.at_us FROM call o WHERE o.id = p.closing), c.at_us + p.to_us - p.from_us)
WHERE p.run = :run
GROUP BY p.play
