-- How fast the ad of an OMID session was played that reports neither pause nor stall.
CREATE TABLE omid_pace (
  session INTEGER NOT NULL REFERENCES session, -- The session.
  stage INTEGER NOT NULL, -- The stage, as in omid_event, of its first event that was seen, from start on.
  at_us INTEGER NOT NULL, -- When that was.
  quarter_us INTEGER NOT NULL, -- How long a quarter of the ad took from then on.
  KEY (session)
) AS
SELECT e.session, min(e.stage) AS stage, min(e.at_us) AS at_us,
  (max(e.at_us) - min(e.at_us)) / (max(e.stage) - min(e.stage)) AS quarter_us
FROM omid_event e WHERE e.run = :run AND e.stage BETWEEN 3 AND 7 AND e.nth = 1 AND NOT EXISTS (
  SELECT 1 FROM omid_event h
  WHERE h.session = e.session AND h.event IN ('pause', 'resume', 'bufferStart', 'bufferFinish'))
GROUP BY e.session HAVING max(e.stage) > min(e.stage)
