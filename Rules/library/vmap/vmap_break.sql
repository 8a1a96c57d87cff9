-- An ad break that a VMAP document places in the content.
CREATE TABLE vmap_break (
  break INTEGER NOT NULL REFERENCES ad, -- The ad break.
  document INTEGER NOT NULL REFERENCES document, -- The document that declares it.
  offset_us INTEGER NOT NULL, -- Its place in the content; 0 for the start.
  KEY (break),
  INDEX (document)
) AS
SELECT
  a.id AS break, a.document,
  CASE WHEN a.title IN ('start', '0%') THEN 0
    ELSE CAST(1000000 * (substr(a.title, 1, 2) * 3600 + substr(a.title, 4, 2) * 60 + CAST(substr(a.title, 7) AS REAL))
        AS INTEGER)
  END AS offset_us
FROM ad a
WHERE a.run = :run AND a.kind = 'ad-break'
  AND (a.title IN ('start', '0%') OR a.title GLOB '[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*')
