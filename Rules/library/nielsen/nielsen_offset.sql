-- Offsets, of seconds or of a zone, that may bring a log to the clock of the pings, and how many pings each explains.
CREATE TABLE nielsen_offset (
  capture INTEGER NOT NULL REFERENCES capture, -- The log.
  offset_us INTEGER NOT NULL, -- What to add to a call's time.
  is_likely INTEGER NOT NULL, -- 1 where a log of this run may be off by as much.
  support INTEGER NOT NULL, -- How many pings follow a call that causes one.
  rank INTEGER NOT NULL, -- 1 for the best: a likely one, the most pings, the least change.
  KEY (capture, offset_us)
) AS
SELECT capture, offset_us, is_likely, support, row_number() OVER w AS rank
FROM (
  SELECT *, change_us <= $us(nielsen.logDriftSeconds)
    OR (is_dateless OR is_zoneless AND is_zone) AND odd_us <= $us(nielsen.logDriftSeconds)
    -- A clock of another zone.
    OR is_whole AND is_zone AND odd_us <= 5000000 AS is_likely
  FROM log_offset WHERE run = :run)
WINDOW w AS (PARTITION BY capture ORDER BY is_likely DESC, support DESC, change_us, abs(offset_us), offset_us)
