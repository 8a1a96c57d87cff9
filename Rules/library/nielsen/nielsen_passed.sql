-- A value that a call of the SDK passes by a name.
CREATE TABLE nielsen_passed (
  call INTEGER NOT NULL REFERENCES call, -- The call.
  api TEXT NOT NULL, -- init, play, loadMetadata or updateOTT.
  at_us INTEGER NOT NULL, -- When it was made, by the log.
  subject_id INTEGER NOT NULL REFERENCES session, -- The stream it belongs to.
  from_us INTEGER, -- When that began, by the log.
  to_us INTEGER, -- When it ended.
  asset TEXT, -- The asset loaded.
  name TEXT NOT NULL, -- The name as spelt; with points where the value is inside another.
  type TEXT NOT NULL, -- string, number, bool, null, object or array.
  value TEXT, -- The value.
  is_partial INTEGER NOT NULL, -- 1 where the log leaves out some calls.
  INDEX (call, name),
  INDEX (api, name)
) AS
SELECT
  s.call, s.api, s.at_us, s.session AS subject_id, x.from_us, x.to_us, s.asset, substr(a.name, 6) AS name, a.type, a.value,
  coalesce(s.partial, 0) AS is_partial
FROM call_step s JOIN session x ON x.id = s.session JOIN argument a ON a.call = s.call AND a.name LIKE 'args.%'
WHERE s.run = :run AND s.api IN ('init', 'play', 'loadMetadata', 'updateOTT')
