-- An ad that an ad break holds, at whatever depth of wrappers.
CREATE TABLE break_ad (
  break INTEGER NOT NULL REFERENCES ad, -- The ad break.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad or wrapper.
  answer INTEGER NOT NULL REFERENCES document, -- The document that brought it to the break: an answer to its tag, or its own.
  is_shared INTEGER NOT NULL, -- 1 where another break declares it too: its trackers do not say where it played.
  KEY (break, ad),
  INDEX (ad)
) AS
WITH RECURSIVE below(break, ad, answer, level) AS (
  SELECT a.id, c.id, c.document, 1 FROM ad a JOIN ad c ON c.parent = a.id WHERE a.run = :run AND a.kind = 'ad-break'
  UNION ALL SELECT b.break, c.id, b.answer, b.level + 1 FROM below b JOIN ad c ON c.parent = b.ad WHERE b.level < 32)
SELECT break, ad, answer, max(is_shared) AS is_shared FROM (
  SELECT b.*, t.id IS NOT NULL AND min(b.break) OVER u <> max(b.break) OVER u AS is_shared
  FROM below b LEFT JOIN tracker t ON t.ad = b.ad AND t.family = 'vast' AND t.event = 'impression'
  WINDOW u AS (PARTITION BY t.url)) GROUP BY break, ad
