-- Which ping counts which watching: of its asset and part the one that its seconds fit into, and of these the latest.
-- needs: nielsen_play, nielsen_request
CREATE TABLE nielsen_play_ping (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  play INTEGER NOT NULL REFERENCES call, -- The first position of the watching.
  kind TEXT NOT NULL, -- view or duration.
  made_us INTEGER NOT NULL, -- When it was made; when it was sent, where a recorder took that out.
  KEY (beacon),
  INDEX (play, kind)
) AS
SELECT s.beacon, v.play, s.kind, s.made_us
FROM (
  SELECT subject_id AS beacon, counts AS kind, asset, part, coalesce(viewed_us, 0) AS viewed_us,
    coalesce(created_us, at_us) AS made_us
  FROM nielsen_request WHERE run = :run AND counts IN ('view', 'duration') AND asset IS NOT NULL) s
JOIN nielsen_play v ON v.run = :run AND v.play = (SELECT play FROM (
  -- An ad may carry the id of the content.
  SELECT w.play, w.from_us, w.part = s.part AS is_same,
    -- The closing ping leaves when the same asset may have begun again.
    iif(s.kind = 'view', 0,
        max(w.from_us + s.viewed_us - s.made_us, s.made_us - coalesce(w.closed_us, w.to_us), 0)) AS off_us
  FROM nielsen_play w WHERE w.run = :run AND w.asset = s.asset AND w.from_us <= s.made_us + 3000000)
  ORDER BY is_same DESC, off_us, from_us DESC, play DESC LIMIT 1)
-- A pause may be as long as the session lives.
WHERE s.made_us <= coalesce(v.closed_us, v.to_us)
  + iif(s.kind = 'view', 1000000, $us(nielsen.finalPingSeconds) + $us(nielsen.pauseTimeoutSeconds))
