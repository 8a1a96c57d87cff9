-- A document whose wrapper led to another document, at whatever distance.
CREATE TABLE wrapper_chain (
  document INTEGER NOT NULL REFERENCES document, -- The document that it led to.
  wrapper INTEGER NOT NULL REFERENCES document, -- The document with the wrapper.
  level INTEGER NOT NULL, -- 1 for the one that asked for it, n for the nth.
  INDEX (document)
) AS
WITH RECURSIVE above(document, wrapper, level) AS (
  SELECT child, parent, 1 FROM document_link WHERE run = :run AND via = 'wrapper'
  UNION ALL SELECT a.document, l.parent, a.level + 1
  FROM above a JOIN document_link l ON l.child = a.wrapper AND l.via = 'wrapper' WHERE a.level < 32)
SELECT document, wrapper, level FROM above
