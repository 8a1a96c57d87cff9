-- A call log whose app ids are none of those that requests to Nielsen name.
-- needs: nielsen_request
CREATE TABLE nielsen_other_app (
  capture INTEGER NOT NULL REFERENCES capture, -- The log.
  app TEXT NOT NULL, -- An app id that it names.
  KEY (capture)
) AS
WITH sent AS MATERIALIZED (SELECT DISTINCT upper(app) AS app FROM nielsen_request WHERE run = :run AND app <> '')
SELECT c.capture, min(upper(p.value)) AS app
FROM call_value p JOIN call c ON c.id = p.call
WHERE p.run = :run AND p.api = 'init' AND p.name = 'appid' AND p.value <> '' GROUP BY c.capture
HAVING sum(upper(p.value) IN (SELECT s.app FROM sent s)) = 0 AND EXISTS (SELECT 1 FROM sent)
