-- Which ping counts which watching: the latest of its asset that had begun when the ping was made.
-- needs: nielsen_play
CREATE TABLE nielsen_play_ping (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  play INTEGER NOT NULL REFERENCES call, -- The first position of the watching.
  kind TEXT NOT NULL, -- view or duration.
  KEY (beacon),
  INDEX (play, kind)
) AS
SELECT p.beacon AS beacon, v.play AS play, p.kind AS kind
FROM ping p
JOIN nielsen_play v ON v.run = :run AND v.play = (
  SELECT w.play
  FROM nielsen_play w
  WHERE w.run = :run AND w.asset = p.asset AND w.from_us <= p.created_us + 3000000
  ORDER BY w.from_us DESC, w.play DESC
  LIMIT 1
)
WHERE p.run = :run AND p.kind IN ('view', 'duration') AND p.created_us IS NOT NULL
  -- A pause may be as long as the session lives.
  AND p.created_us <= coalesce(v.closed_us, v.to_us)
  + CASE p.kind WHEN 'view' THEN 1000000 ELSE $us(nielsen.finalPingSeconds) + $us(nielsen.pauseTimeoutSeconds) END
