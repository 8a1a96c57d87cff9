-- Duration pings whose numbers show that some before them are missing, and after so much time that these were due.
-- needs: nielsen_call, nielsen_pace
CREATE TABLE nielsen_number_gap (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping behind the gap.
  missing INTEGER NOT NULL, -- How many are missing.
  passed_us INTEGER NOT NULL, -- How long the gap is.
  is_plain INTEGER NOT NULL, -- 1 where no pause explains it, or the log shows the viewing.
  KEY (beacon)
) AS
WITH gap AS MATERIALIZED (
  SELECT
    n.*, coalesce(n.prior_us, v.created_us) AS from_us, coalesce(n.numbers, n.number) - 1 AS missing,
    n.created_us - coalesce(n.prior_us, v.created_us) AS gap_us, n.most_us - n.interval_us AS tolerance_us
  FROM nielsen_pace n
  LEFT JOIN ping v ON n.prior IS NULL AND v.beacon = (
    SELECT f.beacon FROM ping f
    WHERE f.session = n.session AND f.kind = 'view' AND f.repeat_class = 'first' AND f.asset IS n.asset
      AND f.created_us <= n.created_us
    ORDER BY f.created_us LIMIT 1)
  WHERE n.run = :run AND coalesce(n.numbers, n.number) > 1
)
SELECT
  g.beacon, g.missing, g.gap_us AS passed_us,
  -- The number may follow the position after a seek, and the time may hold a pause: only both, of one length, look like
  -- viewing. Where they differ, the call log says what was viewed.
  abs(g.gap_us - g.viewed_us - g.missing * g.interval_us) <= max((g.missing + 1) * g.tolerance_us, g.gap_us / 20)
  OR (
    SELECT count(*) FROM call_step s JOIN nielsen_call c ON c.run = :run AND c.call = s.call
    WHERE s.run = :run AND s.api = 'playhead' AND s.asset = g.asset AND c.at_us BETWEEN g.from_us AND g.created_us
  ) * 1000000 >= (g.missing + 0.5) * g.interval_us AS is_plain
FROM gap g
WHERE g.viewed_us <= g.most_us AND g.gap_us - g.viewed_us >= g.missing * g.interval_us - g.tolerance_us
