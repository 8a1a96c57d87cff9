-- Requests that went to one host whenever an OMID session reported a place of its ad, and seldom else: those of trackers that
-- a document declares which was not read.
-- needs: omid_session
CREATE TABLE unread_tracking (
  session INTEGER NOT NULL REFERENCES session, -- The session.
  host TEXT NOT NULL, -- The host.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The first of the requests.
  KEY (session, host)
) AS
WITH beside AS MATERIALIZED (
  SELECT e.session, x.host, min(x.id) AS exchange, count(DISTINCT x.id) AS requests, min(e.at_us) AS from_us,
    max(e.at_us) AS to_us
  FROM omid_session w JOIN omid_event e ON e.session = w.session
  JOIN exchange x ON x.run = w.run AND x.at_us BETWEEN e.at_us - 250000 AND e.at_us + 250000
    AND x.method = 'GET' AND NOT x.is_media AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = x.id)
  WHERE w.run = :run AND w.ad_play IS NULL AND e.nth = 1 AND e.stage > 2
  GROUP BY e.session, x.host HAVING count(DISTINCT e.event) >= 3)
SELECT b.session, b.host, b.exchange FROM beside b
WHERE (SELECT count(*) FROM exchange o WHERE o.run = :run AND o.host = b.host AND o.at_us BETWEEN b.from_us AND b.to_us)
  < 2 * b.requests
