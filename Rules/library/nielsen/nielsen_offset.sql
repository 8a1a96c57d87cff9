-- Offsets, of seconds or of a zone, that may bring a log to the clock of the pings, and how many pings each explains.
CREATE TABLE nielsen_offset (
  capture INTEGER NOT NULL REFERENCES capture, -- The log.
  offset_us INTEGER NOT NULL, -- What to add to a call's time.
  is_likely INTEGER NOT NULL, -- 1 where a log of this run may be off by as much.
  support INTEGER NOT NULL, -- How many pings follow a call that causes one.
  rank INTEGER NOT NULL, -- 1 for the best: a likely one, the most pings, the least change.
  KEY (capture, offset_us)
) AS
WITH
cause AS MATERIALIZED (
  SELECT
    capture, 'view' AS kind, asset, min(at_us) AS at_us,
    row_number() OVER (PARTITION BY capture, asset ORDER BY min(at_us)) AS place
  FROM call_step WHERE run = :run AND api = 'playhead' AND asset IS NOT NULL
  GROUP BY capture, session, loading, asset
  UNION ALL
  SELECT capture, 'duration', asset, at_us, NULL
  FROM call_step WHERE run = :run AND api IN ('stop', 'end') AND asset IS NOT NULL
),
trace AS MATERIALIZED (
  SELECT
    kind, asset, created_us AS at_us, kind = 'view' AS is_view,
    row_number() OVER (PARTITION BY kind ORDER BY created_us) AS place
  FROM ping
  WHERE run = :run AND repeat_class = 'first' AND created_us IS NOT NULL AND (kind, asset) IN (
    SELECT kind, asset FROM cause)
),
log AS MATERIALIZED (
  SELECT
    c.id AS capture, coalesce(k.offset_us, 0) AS shift_us, c.first_us < 978307200000000 AS is_dateless,
    max(a.call IS NOT NULL) AS is_named,
    EXISTS (SELECT 1 FROM diagnostic d WHERE d.capture = c.id AND d.code = 'calls.log-partial') AS is_zoneless
  FROM call_step s JOIN capture c ON c.id = s.capture LEFT JOIN clock k ON k.capture = c.id
  LEFT JOIN argument a ON a.call = s.call AND a.name = 'args.appid' AND a.value <> ''
  WHERE s.run = :run
  GROUP BY c.id
),
guess AS MATERIALIZED (
  SELECT c.capture, t.at_us - c.at_us AS offset_us
  FROM trace t JOIN cause c ON c.kind = t.kind AND c.asset = t.asset
  WHERE t.is_view AND t.place <= 8 AND c.place <= 16
  UNION SELECT capture, 0 FROM log
  UNION SELECT capture, -shift_us FROM log
),
candidate AS MATERIALIZED (
  SELECT
    g.*, l.*, min(abs(g.offset_us), abs(g.offset_us + l.shift_us)) AS change_us,
    abs(g.offset_us) <= 50400000000 AS is_day,
    abs((g.offset_us % 900000000 + 1350000000) % 900000000 - 450000000) AS odd_us
  FROM guess g JOIN log l USING (capture)
),
weighed AS (
  SELECT
    o.capture, o.offset_us, o.change_us, count(DISTINCT t.kind || t.place) AS support,
    o.change_us <= $us(nielsen.logDriftSeconds)
    OR (o.is_dateless OR o.is_zoneless AND o.is_day) AND o.odd_us <= $us(nielsen.logDriftSeconds)
    -- A clock of another zone: the log names its app, and each view and three assets or more are explained.
    OR o.is_named AND o.is_day AND o.odd_us <= 5000000 AND count(DISTINCT t.asset) >= 3
    AND count(DISTINCT iif(t.is_view, t.place, NULL)) = (SELECT count(*) FROM trace WHERE is_view AND place <= 64)
    AS is_likely
  FROM candidate o LEFT JOIN trace t ON t.place <= 64 AND EXISTS (
    SELECT 1 FROM cause c
    WHERE c.capture = o.capture AND c.kind = t.kind AND c.asset = t.asset
      AND abs(t.at_us - c.at_us - o.offset_us) <= iif(t.is_view, 2000000, 10000000))
  GROUP BY o.capture, o.offset_us
)
SELECT capture, offset_us, is_likely, support, row_number() OVER w AS rank
FROM weighed
WINDOW w AS (PARTITION BY capture ORDER BY is_likely DESC, support DESC, change_us, abs(offset_us), offset_us)
