-- What is owed of each event that a tracker, a message or a line of a log can name, and how grave each fault of it is: the
-- rows are those of events.yaml.
CREATE TABLE event_contract (
  family TEXT NOT NULL, -- The family.
  part TEXT NOT NULL, -- What of the family declares it: linear, nonlinear, companion, icon …
  event TEXT NOT NULL, -- The event.
  element TEXT, -- The element that declares it, as in tracker; NULL where the family has none.
  grp TEXT NOT NULL, -- position, beginning, end, interaction, condition or error.
  share REAL, -- The share of the duration at which it is due; NULL where that is not its place.
  per TEXT NOT NULL, -- Once for each of these: play, tap, pause …
  is_wrapped INTEGER NOT NULL, -- 1 where wrappers are owed it too.
  missing TEXT, -- How grave it is that it was not sent: error, warning or info; NULL where that is no fault.
  repeated TEXT, -- That it was sent again.
  early TEXT, -- That it came too early.
  late TEXT, -- That it came too late.
  misplaced TEXT, -- That it came before what it follows, or behind what ends it.
  urls TEXT, -- That one of its URLs was not requested.
  levels TEXT, -- That a wrapper's was not.
  KEY (family, part, event)
);
