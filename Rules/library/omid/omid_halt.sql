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
SELECT t.session AS subject_id, x.from_us, x.to_us, t.kind, t.event, t.other, t.beacon, t.at_us,
  iif(t.is_begin, t.next_beacon, NULL) AS next, iif(t.is_begin, t.next_us, t.at_us) AS until_us,
  CASE WHEN NOT t.is_begin THEN coalesce(t.before = t.other, 0)
    -- Players pause at the very end of the media.
    WHEN t.next = 'complete' AND t.kind = 'pause' THEN t.next_us - t.at_us <= $us(order.slackMs)
    ELSE coalesce(t.next = t.other, 1) END AS is_paired
FROM omid_turn t JOIN session x ON x.id = t.session WHERE t.run = :run
