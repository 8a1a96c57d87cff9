-- A stretch in which a request to one of Nielsen's hosts may have gone unseen, whatever else of them was seen. The host of
-- EMM pings carries nothing else.
CREATE TABLE nielsen_vendor_gap (
  from_us INTEGER NOT NULL, -- Begin; 0 where it is unbounded.
  to_us INTEGER NOT NULL, -- End; far off where it is unbounded.
  is_end INTEGER NOT NULL -- 1 for the time before or after all captures of traffic.
) AS
SELECT b.since_us AS from_us, b.until_us AS to_us, 0 AS is_end FROM blind b
WHERE b.run = :run AND b.hides <> 'calls' AND b.id IS NOT NULL AND (b.host IS NULL OR b.host = b.server
    OR b.host LIKE '%imrworldwide.com' AND b.host NOT LIKE '%.nuid.imrworldwide.com'
    OR b.host LIKE '%nmrodam.com' OR b.host LIKE '%vtwenty.com')
  -- Hidden in one capture and seen in another is seen.
  AND NOT EXISTS (
    SELECT 1 FROM sighting n JOIN exchange x ON x.id = n.exchange AND x.host = b.host
    WHERE x.run = :run AND n.capture <> b.capture AND NOT EXISTS (
      SELECT 1 FROM blind o
      WHERE o.capture = n.capture AND o.hides <> 'calls' AND coalesce(o.host, b.host) = b.host
        AND o.since_us <= b.until_us AND o.until_us >= b.since_us))
UNION ALL
-- What one capture does not reach, another may.
SELECT max(b.since_us), min(b.until_us), 1
FROM blind b JOIN capture c ON c.id = b.capture AND c.side = 'client' AND c.format NOT IN ('calls', 'bundle')
WHERE b.run = :run AND b.hides <> 'calls' AND b.id IS NULL GROUP BY b.from_us IS NULL
UNION ALL
-- Who takes the times out of pings may take others away whole, and which play such a ping counts is a guess.
SELECT DISTINCT 0, 9223372036854775807, 0 FROM ping p
WHERE p.run = :run AND p.kind IN ('view', 'duration') AND p.created_us IS NULL
