-- A tracker's URL that a browser may have answered from a cache, so that nothing was sent: an image that a page requested, or
-- a request that the recording shows to have been answered so.
CREATE TABLE cached_url (
  url TEXT NOT NULL, -- The URL as declared.
  family TEXT NOT NULL, -- The family of the tracker.
  at_us INTEGER NOT NULL, -- When the image was requested first, or the answer was given.
  is_answer INTEGER NOT NULL, -- 1 where the recording shows it.
  INDEX (url)
) AS
WITH answer AS MATERIALIZED (
  SELECT x.folder || x.file AS path, x.url, b.event, b.at_us FROM beacon b JOIN exchange x ON x.id = b.exchange
  WHERE b.run = :run AND b.kind = 'from-cache')
-- Where no request is known to be for an image, trackers are not read.
SELECT i.url, i.family, min(i.at_us) AS at_us, 0 AS is_answer
FROM (SELECT 1 FROM exchange WHERE likely(run = :run) AND made_as = 'image' LIMIT 1) CROSS JOIN page_image i
WHERE likely(i.run = :run) GROUP BY i.url, i.family
-- Macros stand in the query, and one that was left in it is what makes a URL the same each time.
UNION SELECT t.url, t.family, a.at_us, 1
FROM tracker t CROSS JOIN answer a ON a.path = t.folder || t.file AND (a.url = t.url OR a.event = t.event)
WHERE t.run = :run AND EXISTS (SELECT 1 FROM answer)
