-- A call log whose app ids are none of those that requests to Nielsen name.
CREATE TABLE nielsen_other_app (
  capture INTEGER NOT NULL REFERENCES capture, -- The log.
  app TEXT NOT NULL, -- An app id that it names.
  KEY (capture)
) AS
WITH
reported AS MATERIALIZED (
  SELECT c.capture AS capture, upper(a.value) AS app
  FROM call_step s JOIN call c ON c.id = s.call JOIN argument a ON a.call = s.call AND a.name = 'args.appid'
  WHERE s.run = :run AND s.api = 'init' AND a.value <> ''
),
sent AS MATERIALIZED (
  SELECT DISTINCT upper(a.value) AS app
  FROM beacon b
  JOIN parameter a ON a.beacon = b.id AND (a.name = 'c13' AND a.subkey = 'asid' OR a.name = 'apid')
  WHERE b.run = :run AND b.family = 'nielsen' AND a.value <> ''
)
SELECT t.capture AS capture, min(t.app) AS app
FROM reported t
WHERE EXISTS (SELECT 1 FROM sent)
GROUP BY t.capture
HAVING sum(t.app IN (SELECT s.app FROM sent s)) = 0
