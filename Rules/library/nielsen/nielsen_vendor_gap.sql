-- A stretch in which a request to one of Nielsen's hosts may have gone unseen, whatever else of them was seen. The host of EMM
-- pings carries nothing else.
CREATE TABLE nielsen_vendor_gap (
  from_us INTEGER, -- Begin; NULL is unbounded.
  to_us INTEGER, -- End; NULL is unbounded.
  host TEXT -- The host; NULL is any.
) AS
SELECT b.from_us AS from_us, b.to_us AS to_us, b.host AS host
FROM blind b
WHERE b.run = :run AND b.id IS NOT NULL AND b.hides <> 'calls'
  AND (
      b.host IS NULL OR b.host = b.server OR b.host LIKE '%imrworldwide.com' AND b.host NOT LIKE '%.nuid.imrworldwide.com'
      OR b.host LIKE '%nmrodam.com' OR b.host LIKE '%vtwenty.com'
  )
