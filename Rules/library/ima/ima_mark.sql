-- A break's begin as the SDK says it the first time that it is played, where the log says each ad period too, and its end.
CREATE TABLE ima_mark (
  call INTEGER NOT NULL REFERENCES call, -- The line that begins the break.
  at_us INTEGER NOT NULL, -- When that was logged.
  break INTEGER NOT NULL, -- The first ad period behind it of which ads are logged, as in ima_event.
  ended INTEGER REFERENCES call, -- The line that ends the break; NULL where the log has none.
  ended_us INTEGER, -- When that was logged.
  late INTEGER REFERENCES call, -- What the period's ads say first behind that.
  closed INTEGER REFERENCES call, -- The line that ends the period, where its last ad had ended.
  closed_us INTEGER, -- When that was logged.
  KEY (call)
) AS
WITH event AS MATERIALIZED (
  SELECT e.break, e.event, e.ordinal, e.sequence, e.total_ads, e.call, c.at_us
  FROM ima_event e JOIN call c ON c.id = e.call WHERE e.run = :run),
mark AS MATERIALIZED (
  SELECT id AS call, at_us, name IN ('AD_BREAK_ENDED', 'adBreakEnd') AS is_end FROM call
  WHERE run = :run AND source = 'ima' AND id NOT IN (SELECT e.call FROM event e)
    AND name IN ('AD_BREAK_STARTED', 'adBreakStart', 'AD_BREAK_ENDED', 'adBreakEnd')),
begun AS MATERIALIZED (
  SELECT m.call, m.at_us, m.next_us, min(e.break) AS break
  FROM (
    SELECT call, at_us, coalesce(lead(at_us) OVER (ORDER BY at_us, call), 9e18) AS next_us
    FROM mark WHERE NOT is_end) m
  JOIN event e ON e.ordinal IS NOT NULL AND e.at_us >= m.at_us AND e.at_us < m.next_us GROUP BY m.call)
SELECT k.call, k.at_us, k.break, k.ended, k.ended_us,
  (SELECT e.call FROM event e
    WHERE e.break = k.break AND e.ordinal IS NOT NULL AND e.at_us > k.ended_us + $us(order.slackMs)
      AND e.at_us < k.next_us
      AND EXISTS (SELECT 1 FROM event f WHERE f.break = k.break AND f.ordinal IS NOT NULL AND f.at_us < k.ended_us)
    ORDER BY e.at_us LIMIT 1) AS late,
  o.call AS closed, min(o.at_us) AS closed_us
FROM (
  -- The columns beside a minimum or a maximum are those of its row.
  SELECT b.*, m.call AS ended, min(m.at_us) AS ended_us
  FROM begun b LEFT JOIN mark m ON m.is_end AND m.at_us >= b.at_us AND m.at_us < b.next_us GROUP BY b.call) k JOIN (
    SELECT break, ordinal = 5 AND coalesce(sequence >= total_ads, 1) AS is_whole, max(at_us)
    FROM event WHERE ordinal IS NOT NULL OR event IN ('skip', 'error') GROUP BY break) l ON l.break = k.break
LEFT JOIN event o ON o.break = k.break AND o.event = 'breakEnd' AND l.is_whole GROUP BY k.call
