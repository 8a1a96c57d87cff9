-- An ad that may have been shown and of which no tracker was sent: the first ad of a document, or break, of which nothing was
-- played, and each ad of a pod that was. What was fetched ahead and never came into a pod's turn is none.
-- needs: preload
CREATE TABLE silent_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  document INTEGER NOT NULL REFERENCES document, -- The document that declares it.
  break INTEGER REFERENCES ad, -- The ad break or wrapper that holds it; NULL for neither.
  is_pod INTEGER NOT NULL, -- 1 where another ad of its pod was played.
  media INTEGER REFERENCES resource, -- Media of it, or of those it stands for, that was asked for; NULL where none was.
  fetched_us INTEGER, -- When media was brought; NULL where none was.
  reached_us INTEGER, -- When the ad before it in its pod was over, seen to its end or skipped; NULL where that was not seen.
  is_next INTEGER NOT NULL, -- 1 for the one behind those of its pod that were played.
  is_passed INTEGER NOT NULL, -- 1 where an ad behind it in its pod was played.
  KEY (ad)
) AS
WITH played AS MATERIALIZED (
  SELECT
    p.document, coalesce(a.parent, 0) AS break, a.sequence, max(p.end_us) AS end_us, max(p.end_reason) AS end_reason
  FROM ad_play p JOIN ad a ON a.id = p.ad
  WHERE p.run = :run AND p.family = 'vast' AND p.began_us IS NOT NULL GROUP BY p.document, p.ad),
pod AS MATERIALIZED (SELECT document, break, max(sequence) AS last FROM played GROUP BY document, break),
silent AS MATERIALIZED (
  SELECT a.id AS ad, a.document, coalesce(a.parent, 0) AS break, a.ordinal, a.sequence, o.last,
    o.document IS NOT NULL AS is_pod, min(a.ordinal) OVER (PARTITION BY a.document, a.parent) AS first_ordinal
  FROM ad a JOIN document d ON d.id = a.document
  LEFT JOIN pod o ON o.document = d.id AND o.break = coalesce(a.parent, 0)
  WHERE a.run = :run AND a.kind = 'inline' AND d.kind IN ('vast', 'vmap')
    AND EXISTS (SELECT 1 FROM tracker t WHERE t.ad = a.id)
    AND NOT EXISTS (SELECT 1 FROM tracker t JOIN firing f ON f.tracker = t.id WHERE t.ad = a.id)
    AND (o.document IS NOT NULL OR a.id NOT IN (SELECT l.ad FROM preload l WHERE l.run = :run)) AND NOT EXISTS (
      SELECT 1 FROM tracker t JOIN firing f ON f.tracker = t.id
      WHERE t.document = d.id AND (t.ad IS NULL OR t.ad = a.parent AND t.event = 'error')))
SELECT s.ad, s.document, nullif(s.break, 0) AS break, s.is_pod, min(m.resource) AS media,
  min(m.fetched_us) AS fetched_us,
  (
    SELECT p.end_us FROM played p
    WHERE p.document = s.document AND p.break = s.break AND p.sequence < s.sequence
      AND p.end_reason IN ('complete', 'skip') ORDER BY p.sequence DESC LIMIT 1) AS reached_us,
  coalesce(s.sequence = min(iif(s.sequence > s.last, s.sequence, NULL)) OVER (PARTITION BY s.document, s.break), 0)
  AS is_next, coalesce(s.sequence < s.last, 0) AS is_passed
FROM silent s LEFT JOIN (
  SELECT r.id AS resource, r.ad, r.document, coalesce(m.parent, 0) AS break, r.brought_us AS fetched_us
  FROM resource r JOIN ad m ON m.id = r.ad WHERE r.run = :run AND r.kind = 'media' AND r.fetch IS NOT NULL) m
  ON m.document = s.document AND (m.ad = s.ad OR NOT s.is_pod AND m.break = s.break)
-- Ads outside a pod are stand-ins.
WHERE iif(s.is_pod, s.sequence IS NOT NULL, s.ordinal = s.first_ordinal) GROUP BY s.ad
