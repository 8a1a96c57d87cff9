-- A call log whose app ids are none of those that requests to Nielsen name.
-- needs: nielsen_request, nielsen_passed
CREATE TABLE nielsen_other_app (
  capture INTEGER NOT NULL REFERENCES capture, -- The log.
  app TEXT NOT NULL, -- An app id that it names.
  KEY (capture)
) AS
WITH
reported AS MATERIALIZED (
  SELECT c.capture, upper(p.value) AS app
  FROM nielsen_passed p JOIN call c ON c.id = p.call
  WHERE p.run = :run AND p.api = 'init' AND p.name = 'appid' AND p.value <> ''
),
sent AS MATERIALIZED (SELECT DISTINCT upper(app) AS app FROM nielsen_request WHERE run = :run AND app <> '')
SELECT t.capture, min(t.app) AS app
FROM reported t
WHERE EXISTS (SELECT 1 FROM sent)
GROUP BY t.capture
HAVING sum(t.app IN (SELECT s.app FROM sent s)) = 0
