-- Calls that break the order of the guide (docs/nielsen-calls.md). A stream without any has one row without a call.
CREATE TABLE nielsen_edge (
  subject_id INTEGER NOT NULL REFERENCES session, -- The stream.
  from_us INTEGER, -- When that began, by the log.
  to_us INTEGER, -- When it ended.
  has_ads INTEGER NOT NULL, -- 1 where an ad was loaded in it.
  item TEXT, -- What is wrong with the step; NULL where no step is.
  call INTEGER REFERENCES call, -- The call.
  at_us INTEGER, -- When it was made.
  since_us INTEGER, -- When the state it came in began, or when the call before it was: what is missing since may change it.
  until_us INTEGER, -- When it was made, too: between the two another may be missing.
  severity TEXT, -- error or warning.
  observed TEXT, -- The call, and the state it came in.
  is_partial INTEGER NOT NULL, -- 1 where the log leaves out some calls.
  has_metadata INTEGER NOT NULL -- 1 for an event of trackEvent that brings its metadata along: the guide does not cover it.
) AS
SELECT
  x.id AS subject_id, x.from_us, x.to_us, EXISTS (SELECT 1 FROM call_step a WHERE a.session = x.id AND a.part = 'ad') AS has_ads,
  s.broken_edge AS item, s.call, s.at_us, coalesce((
    SELECT max(e.at_us) FROM call_step e
    WHERE e.session = s.session AND e.at_us < s.at_us AND e.after = s.before AND e.before <> e.after), s.since_us)
  AS since_us,
  s.at_us AS until_us, s.edge_severity AS severity,
  s.api || coalesce(' ' || s.type, '') || ' while ' || replace(s.before, '-', ' ') AS observed,
  coalesce(s.partial, 0) AS is_partial, EXISTS (
    SELECT 1 FROM call c JOIN argument a ON a.call = c.id AND a.name = 'args.metadata'
    WHERE c.id = s.call AND lower(c.name) = 'trackevent') AS has_metadata
FROM session x LEFT JOIN call_step s ON s.session = x.id AND s.broken_edge IS NOT NULL
WHERE x.run = :run AND x.kind = 'nielsen-stream'
