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
    p.kind, p.asset, p.created_us AS at_us, row_number() OVER (PARTITION BY p.kind ORDER BY p.created_us) AS place
  FROM ping p JOIN (SELECT DISTINCT kind, asset FROM cause) a ON a.kind = p.kind AND a.asset = p.asset
  WHERE p.run = :run AND p.repeat_class = 'first' AND p.created_us IS NOT NULL
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
  SELECT c.capture, s.at_us - c.at_us AS offset_us
  FROM trace s JOIN cause c ON c.kind = s.kind AND c.asset = s.asset
  WHERE s.kind = 'view' AND s.place <= 8 AND c.place <= 16
  UNION SELECT capture, 0 FROM log
  UNION SELECT capture, -shift_us FROM log
),
near AS MATERIALIZED (
  SELECT
    *, abs(offset_us) <= 50400000000 AS is_day,
    abs((offset_us % 900000000 + 1350000000) % 900000000 - 450000000) AS odd_us
  FROM guess
),
candidate AS MATERIALIZED (
  SELECT
    g.capture, g.offset_us, min(abs(g.offset_us), abs(g.offset_us + l.shift_us)) AS change_us,
    min(abs(g.offset_us), abs(g.offset_us + l.shift_us)) <= $us(nielsen.logDriftSeconds)
    OR (l.is_dateless OR l.is_zoneless AND g.is_day) AND g.odd_us <= $us(nielsen.logDriftSeconds) AS is_likely,
    l.is_named AND g.is_day AND g.odd_us <= 5000000 AS is_far
  FROM near g JOIN log l ON l.capture = g.capture
),
-- A clock of another zone: the log names its app, and each view and three assets or more are explained.
weighed AS (
  SELECT
    o.capture, o.offset_us, min(o.change_us) AS change_us, max(o.is_likely) AS is_likely,
    count(DISTINCT s.kind || s.place) AS support,
    max(o.is_far) AND count(DISTINCT s.asset) >= 3 AND count(DISTINCT CASE s.kind WHEN 'view' THEN s.place END) = (
      SELECT count(*) FROM trace t WHERE t.kind = 'view' AND t.place <= 64
    ) AS is_far
  FROM candidate o
  LEFT JOIN trace s ON s.place <= 64 AND EXISTS (
    SELECT 1 FROM cause c
    WHERE c.capture = o.capture AND c.kind = s.kind AND c.asset = s.asset
      AND abs(s.at_us - c.at_us - o.offset_us) <= CASE s.kind WHEN 'view' THEN 2000000 ELSE 10000000 END
  )
  GROUP BY o.capture, o.offset_us
)
SELECT capture, offset_us, is_likely OR is_far AS is_likely, support, row_number() OVER w AS rank
FROM weighed
WINDOW w AS (PARTITION BY capture ORDER BY is_likely OR is_far DESC, support DESC, change_us, abs(offset_us), offset_us)
