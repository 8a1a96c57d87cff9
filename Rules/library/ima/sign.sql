-- What the IMA log says of an ad play that began when the log says so: how long it is, that it was paused, and went on.
-- needs: ima_clock
INSERT INTO sign
WITH shift AS MATERIALIZED (
  SELECT coalesce(max(iif(is_sure, offset_us, 0)), 0) AS offset_us, coalesce(max(is_sure), 0) AS is_sure
  FROM ima_clock WHERE run = :run),
shown AS MATERIALIZED (
  SELECT e.break, e.ad, p.id AS ad_play, c.offset_us, c.is_sure, min(abs(e.at_us + c.offset_us - p.start_us))
  FROM shift c JOIN ima_event e ON e.run = :run AND e.event = 'start'
  JOIN ad_play p ON p.run = :run AND p.family = 'vast'
    AND p.start_us BETWEEN e.at_us + c.offset_us - 1000000 AND e.at_us + c.offset_us + 1000000 GROUP BY e.break, e.ad)
SELECT 'ad_play' AS owner_kind, s.ad_play AS owner, e.at_us + s.offset_us AS at_us,
  iif(e.event = 'pause', 'paused', 'resumed') AS kind, NULL AS position_us, s.is_sure AS is_proof, 'ima' AS source,
  'call' AS evidence_table, e.call AS evidence_id
FROM shown s JOIN ima_event e ON e.run = :run AND e.break = s.break AND e.ad = s.ad AND e.event IN ('pause', 'resume')
UNION ALL SELECT 'ad_play', s.ad_play, e.at_us + s.offset_us, 'length', v.value * 1e6, s.is_sure, 'ima', 'call', e.call
FROM shown s JOIN ima_event e ON e.run = :run AND e.break = s.break AND e.ad = s.ad AND e.event = 'start'
JOIN argument v ON v.call = e.call AND v.name = 'duration' AND v.value > 0
