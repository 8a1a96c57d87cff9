-- A watching of ten seconds or more that no ping counts.
-- needs: nielsen_play, nielsen_play_ping, nielsen_excuse, nielsen_vendor_gap
CREATE TABLE nielsen_unmeasured (
  play INTEGER NOT NULL REFERENCES call, -- Its first position.
  cause TEXT NOT NULL, -- What they have in common: no ping at all, the ads, or the content's asset.
  missing TEXT NOT NULL, -- What did not come, for people.
  from_us INTEGER NOT NULL, -- When it began, by the clock of the pings.
  due_us INTEGER NOT NULL, -- When its first ping would have come, however late: a minute after it began, or as it ended.
  doubt TEXT, -- Why its pings may be missing although all is right: blind or ambiguous.
  KEY (play)
) AS
WITH sent AS MATERIALIZED (
  SELECT coalesce(sum(b.kind IN ('dcr', 'cut')), 0) AS pings, count(*) AS all_requests,
    EXISTS (SELECT 1 FROM call c WHERE c.run = :run AND c.kind = 'header')
    AND NOT EXISTS (SELECT 1 FROM call_step s WHERE s.run = :run AND (s.api = 'init' OR s.partial)) AS is_dead,
    EXISTS (SELECT 1 FROM call_step s WHERE s.run = :run AND s.partial) AS is_partial
  FROM beacon b WHERE b.run = :run AND b.family = 'nielsen' AND b.kind IN ('config', 'session', 'emm', 'dcr', 'cut'))
SELECT p.play, CASE WHEN t.pings = 0 THEN 'all' WHEN p.part = 'ad' THEN 'ads' ELSE p.asset END AS cause,
  CASE WHEN t.all_requests = 0 THEN 'no request to Nielsen at all, no view ping of '
    WHEN t.pings = 0 THEN 'no ping at all, none of ' ELSE 'no ping of ' || iif(p.part = 'ad', 'the ad ', '') END
  || p.asset || coalesce(', but as it began one of ' || (
    SELECT min(v.asset) FROM ping v
    WHERE v.run = :run AND v.kind = 'view' AND v.part = p.part AND lower(v.asset) <> lower(p.asset)
      AND abs(v.created_us - p.from_us) <= $us(nielsen.clnSlackSeconds)
      AND v.beacon NOT IN (SELECT q.beacon FROM nielsen_play_ping q WHERE q.run = :run)), '') AS missing,
  p.from_us, min(coalesce(p.closed_us, p.to_us), p.from_us + 60000000) AS due_us,
  CASE WHEN EXISTS (
    SELECT 1 FROM nielsen_vendor_gap g WHERE g.run = :run AND NOT g.is_end AND g.from_us <= p.from_us + 60000000
      AND g.to_us >= p.from_us - 60000000) THEN 'blind'
    -- Its requests may go around the recorder, unless a log from the app's start shows that there never was an SDK.
    WHEN t.all_requests = 0 AND coalesce($fact(capture.complete), '') <> 'true' AND NOT t.is_dead
    -- A log that leaves calls out does not show whether the app disabled the SDK.
    OR t.pings = 0 AND t.is_partial OR EXISTS (
      SELECT 1 FROM nielsen_excuse e
      WHERE e.run = :run AND e.play = p.play AND (e.excuse <> 'offline' OR e.from_us <= p.from_us + 2000000))
    THEN 'ambiguous' END AS doubt
FROM nielsen_play p JOIN sent t
WHERE p.run = :run AND p.seconds >= 10
  AND NOT EXISTS (SELECT 1 FROM nielsen_play_ping q WHERE q.run = :run AND q.play = p.play)
