-- Each call log with calls of Nielsen's SDK: whether it is of this run, and what brings it to the clock of the pings.
-- needs: nielsen_offset, nielsen_other_app, nielsen_request
CREATE TABLE nielsen_log (
  capture INTEGER NOT NULL REFERENCES capture, -- The log.
  call INTEGER NOT NULL REFERENCES call, -- Its first call of the SDK.
  from_us INTEGER NOT NULL, -- When that was made, by the log.
  to_us INTEGER NOT NULL, -- When the last was made, by the log.
  offset_us INTEGER, -- What to add to a call's time; NULL for a log of something else.
  support INTEGER NOT NULL, -- How many pings it explains by the calls that they follow.
  pings INTEGER NOT NULL, -- How many view and duration pings there are.
  state TEXT NOT NULL, -- joined, other-app, other-time or unknown.
  because TEXT NOT NULL, -- What says so, for people.
  KEY (capture)
) AS
WITH log AS MATERIALIZED (
  SELECT recording AS capture, call, at_us AS from_us, max(at_us) OVER (PARTITION BY recording) AS to_us,
    row_number() OVER (PARTITION BY recording ORDER BY at_us, call) AS nth
  FROM call_step WHERE run = :run),
-- Without pings, the rest of the traffic says when the run was.
ran AS MATERIALIZED (
  SELECT count(*) AS pings, coalesce(min(created_us), (SELECT min(at_us) FROM exchange WHERE run = :run)) AS from_us,
    coalesce(max(created_us), (SELECT max(at_us) FROM exchange WHERE run = :run)) AS to_us
  FROM ping WHERE run = :run AND kind IN ('view', 'duration') AND created_us IS NOT NULL AND late = 0),
measured AS MATERIALIZED (
  SELECT DISTINCT lower(asset) AS asset FROM ping
  WHERE run = :run AND kind IN ('view', 'duration') AND part = 'content' AND asset IS NOT NULL),
-- Logs that load other contents than those that were measured, and none of these.
strange AS MATERIALIZED (
  SELECT s.recording AS capture
  FROM call_step s LEFT JOIN measured d ON d.asset = lower(s.asset)
  WHERE s.run = :run AND s.part = 'content' AND s.asset IS NOT NULL
  GROUP BY s.recording HAVING count(d.asset) = 0 AND EXISTS (SELECT 1 FROM measured)),
-- Those of the same app of which each content begins, ends and lasts as one that was measured: its name alone differs.
renamed AS MATERIALIZED (
  SELECT w.capture
  FROM (
    SELECT s.recording AS capture, min(s.at_us) AS from_us, max(s.at_us) AS to_us, count(*) * 1000000 AS seen_us
    FROM call_step s JOIN call_step f ON f.call = s.watching AND f.part = 'content'
    WHERE s.run = :run AND s.recording IN (SELECT capture FROM strange) AND s.recording IN (
      SELECT c.capture FROM call_value p JOIN call c ON c.id = p.call
      WHERE p.run = :run AND p.api = 'init' AND p.name = 'appid'
        AND upper(p.value) IN (SELECT upper(q.app) FROM nielsen_request q WHERE q.run = :run))
    GROUP BY s.watching HAVING seen_us >= 10000000) w
  LEFT JOIN measured m ON EXISTS (
    SELECT 1 FROM ping v WHERE v.run = :run AND v.kind = 'view' AND lower(v.asset) = m.asset
      AND abs(v.created_us - w.from_us) <= $us(nielsen.clnSlackSeconds))
    AND (SELECT max(abs(max(d.created_us) - w.to_us), abs(sum(d.viewed_us) - w.seen_us)) FROM ping d
      WHERE d.run = :run AND d.kind = 'duration' AND lower(d.asset) = m.asset AND d.repeat_class = 'first')
    <= $us(nielsen.clnSlackSeconds)
  GROUP BY w.capture HAVING count(*) = count(m.asset) AND count(*) = (SELECT count(*) FROM measured)),
weighed AS (
  SELECT l.*, b.offset_us, b.support, r.pings, a.capture IS NOT NULL AS is_other_app,
    l.capture IN (SELECT capture FROM strange) AND l.capture NOT IN (SELECT capture FROM renamed) AS is_of_others,
    -- How much a clock that is far off would explain.
    coalesce((SELECT max(o.support) FROM nielsen_offset o
      WHERE o.run = :run AND o.capture = l.capture AND NOT o.is_likely), 0) AS elsewhere,
    coalesce(max(r.from_us - l.to_us - b.offset_us, l.from_us + b.offset_us - r.to_us), 0) AS apart_us
  FROM log l JOIN nielsen_offset b ON b.run = :run AND b.capture = l.capture AND b.rank = 1 AND l.nth = 1
  JOIN ran r LEFT JOIN nielsen_other_app a ON a.run = :run AND a.capture = l.capture),
stated AS (
  SELECT *, CASE WHEN is_other_app THEN 'other-app' WHEN support = 0 AND is_of_others THEN 'unknown'
    WHEN support > 0 OR elsewhere < 2 AND apart_us <= $us(nielsen.logApartSeconds) THEN 'joined'
    -- Lines without a date, or without a zone, say too little of when they were written.
    WHEN from_us < 978307200000000 OR apart_us <= 50400000000 AND EXISTS (
      SELECT 1 FROM diagnostic d WHERE d.capture = w.capture AND d.code = 'calls.log-partial') THEN 'unknown'
    ELSE 'other-time' END AS state
  FROM weighed w)
SELECT capture, call, from_us, to_us, iif(state = 'joined', offset_us, NULL) AS offset_us, support, pings, state,
  CASE WHEN is_other_app THEN printf('its app id is another''s, and %d of %d pings fit', support, pings)
    WHEN support > 0 THEN printf('it explains %d of %d pings at %+.1f s', support, pings, offset_us / 1000000.0)
    WHEN state = 'joined' THEN 'it is of the same time, and no ping fits'
    WHEN state = 'unknown' THEN iif(is_of_others, 'no ping fits, and none of what was measured is loaded in it',
        'its lines do not say when they were written, and no ping fits')
    ELSE 'no ping fits its calls, and it lies ' || CASE
      WHEN apart_us >= 172800000000 THEN (apart_us / 86400000000) || ' days'
      WHEN apart_us >= 7200000000 THEN (apart_us / 3600000000) || ' hours'
      WHEN apart_us >= 120000000 THEN (apart_us / 60000000) || ' minutes'
      ELSE (max(apart_us, 0) / 1000000) || ' s' END || ' from them' END AS because
FROM stated
