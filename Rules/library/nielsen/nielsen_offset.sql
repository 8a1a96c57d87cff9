-- Offsets that may bring a call log to the clock of the pings, and how many pings each explains. A log that says what day
-- it is and in which zone is off by seconds at most; one that does not, by quarters of an hour.
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
    capture, kind, asset, at_us, row_number() OVER (PARTITION BY capture, kind, asset ORDER BY at_us) AS place
  FROM (
    SELECT c.capture AS capture, 'view' AS kind, s.asset AS asset, min(s.at_us) AS at_us
    FROM call_step s JOIN call c ON c.id = s.call
    WHERE s.run = :run AND s.api = 'playhead' AND s.asset IS NOT NULL
    GROUP BY c.capture, s.session, s.loading, s.asset
    UNION ALL
    SELECT c.capture, 'duration', s.asset, s.at_us
    FROM call_step s JOIN call c ON c.id = s.call
    WHERE s.run = :run AND s.api IN ('stop', 'end') AND s.asset IS NOT NULL
  )
),
asset AS MATERIALIZED (SELECT DISTINCT kind, asset FROM cause),
trace AS MATERIALIZED (
  SELECT
    p.kind AS kind, p.asset AS asset, p.created_us AS at_us,
    row_number() OVER (PARTITION BY p.kind ORDER BY p.created_us) AS place
  FROM ping p JOIN asset a ON a.kind = p.kind AND a.asset = p.asset
  WHERE p.run = :run AND p.repeat_class = 'first' AND p.created_us IS NOT NULL
),
log AS MATERIALIZED (
  SELECT
    c.id AS capture, coalesce(k.offset_us, 0) AS shift_us, c.first_us < 978307200000000 AS is_dateless,
    EXISTS (
      SELECT 1 FROM diagnostic d WHERE d.capture = c.id AND d.code = 'calls.log-partial'
    ) AS is_zoneless
  FROM capture c LEFT JOIN clock k ON k.capture = c.id
  WHERE c.run = :run AND EXISTS (
    SELECT 1 FROM call_step s JOIN call v ON v.id = s.call WHERE s.run = :run AND v.capture = c.id
  )
),
guess AS MATERIALIZED (
  SELECT DISTINCT c.capture AS capture, s.at_us - c.at_us AS offset_us
  FROM trace s JOIN cause c ON c.kind = s.kind AND c.asset = s.asset
  WHERE s.kind = 'view' AND s.place <= 8 AND c.place <= 16
),
candidate AS MATERIALIZED (
  SELECT capture, 0 AS offset_us, 0 AS change_us, 1 AS is_likely FROM log
  UNION
  SELECT capture, -shift_us, 0, 1 FROM log
  UNION
  SELECT
    g.capture, g.offset_us, min(abs(g.offset_us), abs(g.offset_us + l.shift_us)) AS change_us,
    min(abs(g.offset_us), abs(g.offset_us + l.shift_us)) <= $us(nielsen.logDriftSeconds)
    OR (l.is_dateless OR l.is_zoneless AND abs(g.offset_us) <= 50400000000)
    AND abs((g.offset_us % 900000000 + 1350000000) % 900000000 - 450000000) <= $us(nielsen.logDriftSeconds)
  FROM guess g JOIN log l ON l.capture = g.capture
)
SELECT
  o.capture AS capture, o.offset_us AS offset_us, max(o.is_likely) AS is_likely,
  count(DISTINCT s.kind || s.place) AS support,
  row_number() OVER (
      PARTITION BY o.capture
    ORDER BY max(o.is_likely) DESC, count(DISTINCT s.kind || s.place) DESC, min(o.change_us),
      abs(o.offset_us), o.offset_us
  ) AS rank
FROM candidate o
LEFT JOIN trace s ON s.place <= 64 AND EXISTS (
  SELECT 1 FROM cause c
  WHERE c.capture = o.capture AND c.kind = s.kind AND c.asset = s.asset
    AND abs(s.at_us - c.at_us - o.offset_us) <= CASE s.kind WHEN 'view' THEN 2000000 ELSE 10000000 END
)
GROUP BY o.capture, o.offset_us
