-- A stretch in which a request to one of Nielsen's hosts may have gone unseen, whatever else of them was seen. The host of
-- EMM pings carries nothing else.
CREATE TABLE nielsen_vendor_gap (
  from_us INTEGER, -- Begin; NULL is unbounded.
  to_us INTEGER, -- End; NULL is unbounded.
  host TEXT, -- The host; NULL is any.
  is_end INTEGER NOT NULL -- 1 for the time before or after all captures of traffic.
) AS
SELECT b.from_us, b.to_us, b.host, 0 AS is_end
FROM blind b
WHERE b.run = :run AND b.hides <> 'calls' AND b.id IS NOT NULL AND (
    b.host IS NULL OR b.host = b.server
    OR b.host LIKE '%imrworldwide.com' AND b.host NOT LIKE '%.nuid.imrworldwide.com'
    OR b.host LIKE '%nmrodam.com' OR b.host LIKE '%vtwenty.com'
)
  -- Hidden in one capture and seen in another is seen.
  AND NOT EXISTS (
    SELECT 1
    FROM sighting n JOIN exchange x ON x.id = n.exchange AND x.host = b.host
    WHERE x.run = :run AND n.capture <> b.capture AND NOT EXISTS (
      SELECT 1
      FROM blind o
      WHERE o.capture = n.capture AND o.hides <> 'calls' AND coalesce(o.host, b.host) = b.host
        AND (o.from_us IS NULL OR b.to_us IS NULL OR o.from_us <= b.to_us)
        AND (o.to_us IS NULL OR b.from_us IS NULL OR o.to_us >= b.from_us)
    )
  )
UNION ALL
-- What one capture does not reach, another may.
SELECT max(b.from_us), min(b.to_us), NULL, 1
FROM blind b JOIN capture c ON c.id = b.capture AND c.side = 'client' AND c.format NOT IN ('calls', 'bundle')
WHERE b.run = :run AND b.hides <> 'calls' AND b.id IS NULL
GROUP BY b.from_us IS NULL
UNION ALL
-- Who takes the times out of pings may take others away whole, and which play such a ping counts is a guess.
SELECT NULL, NULL, b.host, 0
FROM ping p JOIN beacon b ON b.id = p.beacon
WHERE p.run = :run AND p.kind IN ('view', 'duration') AND p.created_us IS NULL
GROUP BY b.host
