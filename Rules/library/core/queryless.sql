-- A run none of whose requests has a query: an exporter, or a person, removed them, and nobody can say what they held.
CREATE TABLE queryless (
  requests INTEGER NOT NULL -- How many requests there are.
) AS
SELECT (SELECT count(*) FROM exchange x WHERE x.run = :run) AS requests
WHERE EXISTS (SELECT 1 FROM exchange x WHERE x.run = :run)
  AND NOT EXISTS (SELECT 1 FROM exchange x WHERE x.run = :run AND x.has_query)
