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
WITH init AS MATERIALIZED (
  SELECT s.call, coalesce(v.instance, '') AS instance, c.at_us
  FROM call_step s JOIN call v ON v.id = s.call JOIN nielsen_call c ON c.run = :run AND c.call = s.call
  WHERE s.run = :run AND s.api = 'init')
SELECT r.subject_id AS beacon, r.at_us, coalesce(r.created_us, r.at_us) AS made_us, r.launch, i.call AS creation,
  i.at_us AS created_us
FROM nielsen_request r LEFT JOIN nielsen_play_ping q ON q.run = :run AND q.beacon = r.subject_id
LEFT JOIN nielsen_play v ON v.run = :run AND v.play = q.play LEFT JOIN init i ON i.call = (
  SELECT n.call FROM init n
  WHERE n.at_us <= coalesce(r.created_us, r.at_us) + 999999 AND (v.instance IS NULL OR n.instance = v.instance)
  ORDER BY n.at_us DESC, n.call DESC LIMIT 1)
WHERE r.run = :run AND r.kind IN ('dcr', 'session')
  -- Its age is the difference of two times of the device's own clock.
  AND NOT (r.late AND r.at_us - (r.sent_us - r.created_us) < (SELECT min(at_us) FROM beacon WHERE run = :run))
