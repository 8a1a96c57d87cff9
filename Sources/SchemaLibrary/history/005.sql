-- The view unjudged_request is new; firing says of further hops only that they are not direct.
-- What decided a verdict besides the captures: the view ground is new.

CREATE TABLE ground_row (
  run INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT, sha256 TEXT,
  origin TEXT NOT NULL, place TEXT
) STRICT;
