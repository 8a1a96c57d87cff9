-- A run none of whose requests has a query: an exporter, or a person, removed them, and nobody can say what they held.
CREATE TABLE queryless (
  requests INTEGER NOT NULL -- How many requests there are.
) AS
SELECT count(*) AS requests FROM exchange x WHERE likely(x.run = :run) HAVING count(*) > 0 AND max(x.has_query) = 0
