-- What the app's bundle says, line by line.
CREATE TABLE nielsen_bundle (
  call INTEGER NOT NULL REFERENCES call, -- The line.
  at_us INTEGER NOT NULL, -- The time it stands at.
  kind TEXT NOT NULL, -- info, privacy, framework, executable or text.
  name TEXT, -- The key, or the framework.
  value TEXT, -- Its value, the framework's version, or a text of the executable.
  owner TEXT, -- Whose privacy manifest it is: app, or the framework.
  KEY (call)
) AS
SELECT
  c.id AS call, c.at_us, c.name AS kind, max(iif(a.name IN ('key', 'name'), a.value, NULL)) AS name,
  max(iif(a.name IN ('value', 'version'), a.value, NULL)) AS value, max(iif(a.name = 'owner', a.value, NULL)) AS owner
FROM call c LEFT JOIN argument a ON a.call = c.id
WHERE c.run = :run AND c.source = 'bundle'
GROUP BY c.id
