-- An event that comes once in an OMID session, where more than one instance of a script was announced for the session
-- alone: how many of them told of it.
-- needs: omid_session
CREATE TABLE omid_copy (
  session INTEGER NOT NULL REFERENCES session, -- The session.
  event TEXT NOT NULL, -- The event.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The first message of it.
  at_us INTEGER NOT NULL, -- When that was sent.
  copies INTEGER NOT NULL, -- How many messages told of it.
  instances INTEGER NOT NULL, -- How many instances were announced.
  KEY (session, event)
) AS
WITH script AS MATERIALIZED (
  SELECT w.session, count(*) AS instances
  FROM omid_session w JOIN beacon v ON v.run = w.run AND v.family = 'omid' AND v.kind = 'script' AND v.event = 'version'
    AND v.at_us BETWEEN w.from_us AND w.first_us AND v.host = (
      SELECT g.host FROM beacon g WHERE g.session = w.session AND g.family = 'omid' LIMIT 1)
  WHERE w.run = :run AND NOT EXISTS (
    SELECT 1 FROM omid_session o WHERE o.run = :run AND o.session <> w.session AND o.from_us = w.from_us)
  GROUP BY w.session HAVING count(*) > 1)
-- The columns beside a minimum are those of its row.
SELECT s.session, b.event, b.id AS beacon, min(b.at_us) AS at_us, count(*) AS copies, s.instances
FROM script s JOIN beacon b ON b.session = s.session AND b.family = 'omid' AND b.event IN (
    'loaded', 'impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete')
GROUP BY s.session, b.event
