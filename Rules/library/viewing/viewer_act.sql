-- What the viewer or the device did, whatever was playing.
-- needs: landing
CREATE TABLE viewer_act (
  at_us INTEGER NOT NULL, -- When.
  kind TEXT NOT NULL, -- left, paused, resumed, stalled, sought, away or back, as in sign.
  source TEXT NOT NULL, -- navigation or log.
  evidence_table TEXT NOT NULL, -- exchange or call.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table, -- The row that shows it.
  INDEX (at_us)
) AS
SELECT e.at_us, e.kind, 'log' AS source, 'call' AS evidence_table, e.call AS evidence_id
FROM player_event e WHERE e.run = :run
UNION ALL
-- The page of an ad opens beside it.
SELECT x.at_us, 'left', 'navigation', 'exchange', x.id FROM exchange x
WHERE likely(x.run = :run) AND x.made_as = 'page'
  AND NOT EXISTS (SELECT 1 FROM landing g WHERE g.run = :run AND g.exchange = x.id)
