-- Why the pings of a watching may not have been sent although all is right.
-- needs: nielsen_call, nielsen_choice, nielsen_play, nielsen_request
CREATE TABLE nielsen_excuse (
  play INTEGER NOT NULL REFERENCES call, -- The first position of the watching.
  excuse TEXT NOT NULL, -- offline (sent later), opted out (a browser falls silent), left (sent at next start) or unread.
  from_us INTEGER NOT NULL, -- From when on, by the clock of the pings.
  KEY (play, excuse)
) AS
WITH event AS MATERIALIZED (SELECT * FROM nielsen_call WHERE run = :run AND source = 'player'),
-- From when on each may hold, whoever watched what.
since(excuse, at_us) AS MATERIALIZED (
  SELECT 'offline', min(at_us) FROM event
  WHERE name = 'network_loss' AND at_us > coalesce((SELECT max(at_us) FROM event WHERE name = 'network_back'), 0)
  UNION ALL
  -- An SDK that marks its pings after an opt-out does not fall silent.
  SELECT 'opted out', min(from_us) FROM nielsen_choice WHERE run = :run AND is_out AND NOT EXISTS (
    SELECT 1 FROM nielsen_request q WHERE q.run = :run AND q.counts IN ('view', 'duration') AND q.is_out)),
watched AS MATERIALIZED (SELECT *, coalesce(closed_us, to_us) AS over_us FROM nielsen_play WHERE run = :run)
SELECT p.play, s.excuse, s.at_us AS from_us
FROM watched p JOIN since s ON s.at_us <= iif(s.excuse = 'offline', p.over_us + $us(nielsen.finalPingSeconds), p.to_us)
UNION ALL SELECT p.play, 'left', min(e.at_us)
FROM watched p JOIN event e ON e.name IN ('background', 'lock', 'call', 'alarm', 'kill', 'network_loss')
  AND e.at_us BETWEEN p.over_us - 1250000 AND p.over_us + 30000000
WHERE p.part = 'ad' AND NOT EXISTS (
  SELECT 1 FROM call_step n JOIN call_step o ON o.call = p.closing
  WHERE n.session = p.stream AND n.api IN ('playhead', 'loadMetadata') AND n.at_us > o.at_us) GROUP BY p.play
UNION ALL
-- A call that ended it, or that began another, may be among the lines that could not be read.
SELECT p.play, 'unread', min(b.from_us)
FROM watched p JOIN call c ON c.id = p.play LEFT JOIN call o ON o.id = p.closing
JOIN blind b ON b.run = :run AND b.hides = 'calls' AND b.from_us > c.at_us
  AND b.to_us < coalesce(o.at_us, c.at_us + p.to_us - p.from_us) GROUP BY p.play
