-- An event of an OMID session, each time that it was reported.
-- needs: omid_session
CREATE TABLE omid_repeat (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The message.
  subject_id INTEGER NOT NULL REFERENCES session, -- The session.
  from_us INTEGER NOT NULL, -- First sign of that.
  to_us INTEGER, -- Last sign of it.
  event TEXT NOT NULL, -- The event.
  at_us INTEGER NOT NULL, -- When it happened.
  times INTEGER NOT NULL, -- How often the event was reported.
  is_again INTEGER NOT NULL, -- 1 when it was reported before.
  first INTEGER REFERENCES beacon, -- Of the second report: the first one.
  first_us INTEGER NOT NULL, -- When that happened.
  doubt TEXT, -- ambiguous where two scripts may have reported the same thing: neither's arrival was seen.
  KEY (beacon)
) AS
WITH again AS MATERIALIZED (
  SELECT session, event, count(*) AS times, min(at_us) AS first_us, max(at_us) AS last_us,
    min(iif(nth = 1, beacon, NULL)) AS first
  FROM omid_event WHERE run = :run GROUP BY session, event
)
SELECT
  e.session AS subject_id, w.from_us, w.to_us, e.event, e.beacon, e.at_us, a.times, e.nth > 1 AS is_again,
  iif(e.nth = 2, a.first, NULL) AS first, a.first_us,
  iif(w.from_us = w.first_us AND a.first_us = a.last_us, 'ambiguous', NULL) AS doubt
FROM again a JOIN omid_event e ON e.session = a.session AND e.event = a.event
JOIN omid_session w ON w.run = :run AND w.session = a.session
