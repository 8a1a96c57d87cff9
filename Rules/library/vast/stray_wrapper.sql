-- A wrapper that led to no document, where no ad was shown in its place and no level reported why. Without an Error URL a
-- player that asked in vain is silent by right.
-- needs: wrapper_chain
CREATE TABLE stray_wrapper (
  document INTEGER NOT NULL REFERENCES document, -- Its document.
  ad INTEGER NOT NULL REFERENCES ad, -- The wrapper; of several the first.
  KEY (document)
) AS
SELECT d.id AS document, min(a.id) AS ad
FROM document d JOIN ad a ON a.document = d.id
WHERE d.run = :run AND d.kind = 'vast' AND EXISTS (SELECT 1 FROM tracker t WHERE t.document = d.id AND t.ad IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM document_link l WHERE l.parent = d.id)
  AND NOT EXISTS (SELECT 1 FROM tracker t JOIN firing f ON f.tracker = t.id WHERE t.document = d.id) AND NOT EXISTS (
    SELECT 1 FROM wrapper_chain u JOIN tracker t ON t.document = u.wrapper JOIN firing f ON f.tracker = t.id
    WHERE u.run = :run AND u.document = d.id AND f.at_us >= d.at_us) AND d.at_us > coalesce((
      SELECT max(coalesce(p.impression_us, p.start_us)) FROM ad_play p
      WHERE p.run = :run AND p.family = 'vast'), d.at_us - 1)
  AND (EXISTS (SELECT 1 FROM tracker t WHERE t.document = d.id AND t.event = 'error') OR NOT EXISTS (
    SELECT 1 FROM resource r WHERE r.document = d.id AND r.kind = 'wrapped-tag' AND r.fetch IS NOT NULL))
GROUP BY d.id HAVING min(a.kind = 'wrapper')
