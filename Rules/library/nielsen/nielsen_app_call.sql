-- A call of the SDK that concerns the app and not what plays: it belongs to the whole log of its instance.
CREATE TABLE nielsen_app_call (
  call INTEGER NOT NULL REFERENCES call, -- The call.
  subject_id INTEGER NOT NULL REFERENCES session, -- The log.
  from_us INTEGER, -- When that began, by the log.
  to_us INTEGER, -- When it ended.
  at_us INTEGER NOT NULL, -- When it was made, by the log.
  api TEXT NOT NULL, -- init, userOptOut, optOutURL or updateOTT.
  value TEXT, -- What it passes without a name; NULL where that is nothing.
  is_partial INTEGER NOT NULL, -- 1 where the log leaves out some calls.
  KEY (call),
  INDEX (api)
) AS
SELECT s.log AS subject_id, x.from_us, x.to_us, s.call, s.at_us, s.api, s.value, coalesce(s.partial, 0) AS is_partial
FROM call_step s JOIN session x ON x.id = s.log
WHERE s.run = :run AND s.api IN ('init', 'userOptOut', 'optOutURL', 'updateOTT')
