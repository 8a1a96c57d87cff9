-- A source of calls of which no log is of the run: what rules would read in it is open.
CREATE TABLE foreign_log (
  source TEXT NOT NULL, -- Whose calls they are, as in call.
  because TEXT NOT NULL, -- What says so, for people.
  KEY (source)
);
