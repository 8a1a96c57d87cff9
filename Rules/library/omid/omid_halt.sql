-- The beginning or the end of a pause or a stall that an OMID session reports, and whether the other of the two goes with
-- it.
CREATE TABLE omid_halt (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The message.
  subject_id INTEGER NOT NULL REFERENCES session, -- The session.
  from_us INTEGER NOT NULL, -- First sign of that.
  to_us INTEGER, -- Last sign of it.
  kind TEXT NOT NULL, -- pause or buffering.
  event TEXT NOT NULL, -- What was reported: pause, resume, bufferStart or bufferFinish.
  other TEXT NOT NULL, -- What goes with it.
  at_us INTEGER NOT NULL, -- When it happened.
  next INTEGER REFERENCES beacon, -- Of a beginning: the message behind it.
  until_us INTEGER, -- By when the other was due; NULL where nothing follows.
  is_paired INTEGER NOT NULL, -- 1 when the other is there, or may still come.
  KEY (beacon)
) AS
WITH
halt(kind, first, last) AS (VALUES ('pause', 'pause', 'resume'), ('buffering', 'bufferStart', 'bufferFinish')),
-- What else lies between the two does not matter; a quartile does.
step AS MATERIALIZED (
  SELECT
    h.kind, h.first, h.last, e.session, e.event, e.at_us, e.beacon, lag(e.event) OVER w AS before,
    lead(e.event) OVER w AS next, lead(e.at_us) OVER w AS next_us, lead(e.beacon) OVER w AS next_beacon
  FROM halt h JOIN omid_event e ON e.run = :run AND (e.event IN (h.first, h.last) OR e.stage > 3)
  -- A resume before anything played is the player's wiring, not the viewer.
  WHERE NOT (e.event = 'resume' AND NOT EXISTS (
    SELECT 1 FROM omid_event s WHERE s.session = e.session AND s.event = 'start' AND s.ordinal < e.ordinal))
  WINDOW w AS (PARTITION BY h.kind, e.session ORDER BY e.ordinal)
)
SELECT
  session AS subject_id, x.from_us, x.to_us, s.kind, event, iif(event = first, last, first) AS other, beacon, at_us,
  iif(event = first, next_beacon, NULL) AS next, iif(event = first, next_us, at_us) AS until_us,
  CASE WHEN event = last THEN coalesce(before = first, 0)
    -- Players pause at the very end of the media.
    WHEN next = 'complete' AND s.kind = 'pause' THEN next_us - at_us <= $us(order.slackMs)
    ELSE coalesce(next = last, 1) END AS is_paired
FROM step s JOIN session x ON x.id = s.session
WHERE event IN (first, last)
