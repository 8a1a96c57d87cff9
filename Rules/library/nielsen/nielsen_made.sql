-- When each ping was made, and by which instance of the SDK as far as a call log shows. A ping that an earlier run had
-- stored is not among them.
-- needs: nielsen_call, nielsen_request, nielsen_play, nielsen_play_ping
CREATE TABLE nielsen_made (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping: a view, duration or session ping.
  at_us INTEGER NOT NULL, -- When it was sent.
  made_us INTEGER NOT NULL, -- When it was made, by its own clock, which counts whole seconds.
  launch TEXT, -- The app session it names.
  creation INTEGER REFERENCES call, -- The call that created its instance.
  created_us INTEGER, -- When that was, by the clock of the pings.
  KEY (beacon)
) AS
WITH
init AS MATERIALIZED (
  SELECT s.call, coalesce(v.instance, '') AS instance, c.at_us
  FROM call_step s JOIN call v ON v.id = s.call JOIN nielsen_call c ON c.run = :run AND c.call = s.call
  WHERE s.run = :run AND s.api = 'init'
),
sent AS MATERIALIZED (
  SELECT i.subject_id AS beacon, i.at_us, i.launch, coalesce(i.created_us, i.at_us) AS made_us, v.instance
  FROM nielsen_request i
  LEFT JOIN nielsen_play_ping q ON q.run = :run AND q.beacon = i.subject_id
  LEFT JOIN nielsen_play v ON v.run = :run AND v.play = q.play
  WHERE i.run = :run AND i.kind IN ('dcr', 'session')
    -- Its age is the difference of two times of the device's own clock.
    AND NOT (i.late AND i.at_us - (i.sent_us - i.created_us) < (SELECT min(f.at_us) FROM beacon f WHERE f.run = :run))
)
SELECT s.beacon, s.at_us, s.made_us, s.launch, i.call AS creation, i.at_us AS created_us
FROM sent s LEFT JOIN init i ON i.call = (
  SELECT n.call FROM init n
  WHERE n.at_us <= s.made_us + 999999 AND (s.instance IS NULL OR n.instance = s.instance)
  ORDER BY n.at_us DESC, n.call DESC LIMIT 1)
GROUP BY s.beacon
