-- One thing that may be owed for what is shown to a viewer: an event of a tracker, a ping, a verification.
CREATE TABLE obligation (
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in sign.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  family TEXT NOT NULL, -- The family that owes it.
  event TEXT NOT NULL, -- The event.
  tracker INTEGER REFERENCES tracker, -- The tracker; NULL where the family has none.
  level INTEGER, -- 0 is the ad itself, n its nth wrapper.
  twin INTEGER, -- Equal for those of one owner with equal URLs.
  item TEXT NOT NULL, -- What names it in findings.
  from_us INTEGER, -- When its time begins; NULL where that is open.
  to_us INTEGER, -- When its time is over; NULL where that is open.
  state TEXT NOT NULL, -- owed, possible or not owed.
  because TEXT NOT NULL, -- A sentence that says why.
  evidence_table TEXT, -- The view of the row that proves it.
  evidence_id INTEGER REFERENCES evidence_table, -- That row.
  INDEX (owner, event)
);
