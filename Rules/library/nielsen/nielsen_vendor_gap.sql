-- A stretch in which a request to one of Nielsen's hosts may have gone unseen, whatever else of them was seen. The host of
-- EMM pings carries nothing else.
CREATE TABLE nielsen_vendor_gap (
  from_us INTEGER, -- Begin; NULL is unbounded.
  to_us INTEGER, -- End; NULL is unbounded.
  host TEXT, -- The host; NULL is any.
  is_end INTEGER NOT NULL -- 1 for the time before or after the one capture of traffic that there is.
) AS
SELECT b.from_us AS from_us, b.to_us AS to_us, b.host AS host, b.id IS NULL AS is_end
FROM blind b
WHERE b.run = :run AND b.hides <> 'calls' AND (
    b.id IS NOT NULL
    OR 1 = (SELECT count(*) FROM capture c WHERE c.run = :run AND c.format NOT IN ('calls', 'bundle'))
)
  AND (
      b.host IS NULL OR b.host = b.server
      OR b.host LIKE '%imrworldwide.com' AND b.host NOT LIKE '%.nuid.imrworldwide.com'
      OR b.host LIKE '%nmrodam.com' OR b.host LIKE '%vtwenty.com'
  )
