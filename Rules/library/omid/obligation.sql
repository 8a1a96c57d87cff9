-- What an OMID session has to report: all that comes before an event that it did report, and what was sent to the
-- trackers of its ad while it was open.
-- needs: omid_pace, omid_restart, omid_session
INSERT INTO obligation
WITH rank(event, stage) AS (
  VALUES ('loaded', 1), ('impression', 2), ('start', 3), ('firstQuartile', 4), ('midpoint', 5), ('thirdQuartile', 6)),
implied AS MATERIALIZED (
  -- The columns beside a minimum are those of its row.
  SELECT l.session, r.event, r.stage, l.event AS later, l.beacon, min(l.at_us) AS at_us
  FROM rank r JOIN omid_event l ON l.run = :run AND l.stage > r.stage AND l.nth = 1 GROUP BY l.session, r.event),
-- A session without an impression belongs to the one play that began while it was open, where no other session does
-- and the ad asks for the measurement.
sole AS MATERIALIZED (
  SELECT w.session, p.id AS ad_play
  FROM omid_session w JOIN ad_play p ON p.run = w.run AND p.impression_us BETWEEN w.from_us AND w.to_us
  WHERE w.run = :run AND NOT EXISTS (SELECT 1 FROM omid_event e WHERE e.session = w.session AND e.event = 'impression')
  GROUP BY w.session
  HAVING count(*) = 1 AND p.family = 'vast' AND NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.ad_play = p.id)
    AND EXISTS (
      SELECT 1 FROM ad_chain u JOIN resource r ON r.ad = u.ad AND r.kind = 'verification' WHERE u.ad_play = p.id)),
open AS MATERIALIZED (
  SELECT
    w.session, coalesce(w.ad_play, o.ad_play) AS ad_play, w.first_us, min(iif(e.stage = 0, e.at_us, NULL)) AS from_us,
    coalesce(min(iif(e.event IN ('sessionFinish', 'sessionError'), e.at_us, NULL)), max(e.at_us)) AS to_us,
    min(iif(e.event = 'skipped', e.at_us, NULL)) AS skipped_us,
    w.media IS NOT NULL OR max(e.stage > 2 OR e.event IN ('skipped', 'pause', 'resume')) AS is_video
  FROM omid_session w LEFT JOIN sole o ON o.session = w.session JOIN omid_event e ON e.session = w.session
  WHERE w.run = :run AND coalesce(w.media, 'video') = 'video' GROUP BY w.session),
tracked AS MATERIALIZED (
  SELECT o.session, f.event, f.id AS firing, o.first_us, o.is_video, min(f.at_us) AS at_us
  FROM open o JOIN firing f ON f.ad_play = o.ad_play AND f.family = 'vast' AND f.is_sure AND f.place IS NOT NULL
    AND f.at_us > o.from_us AND f.at_us + $us(order.slackMs) < o.to_us
    -- A tracker that was on its way when the viewer skipped.
    AND (f.at_us BETWEEN o.skipped_us - $us(order.slackMs) AND o.skipped_us + $us(terminal.graceMs)) IS NOT TRUE
  GROUP BY o.session, f.event)
SELECT 'session' AS owner_kind, i.session AS owner, 'omid' AS family, i.event, NULL AS tracker, NULL AS level,
  NULL AS twin, i.event AS item,
  -- It was due behind what comes before it, and where that was not seen, as long before what was as the ad's pace says.
  coalesce((SELECT max(e.at_us) FROM omid_event e WHERE e.session = i.session AND e.stage < i.stage), max(
      w.since_us, p.at_us - (p.stage - i.stage) * p.quarter_us - $us(complete.graceSeconds)), w.since_us) AS from_us,
  b.at_us + 2000000 AS to_us, iif(h.beacon IS NULL, 'owed', 'not owed') AS state,
  iif(h.beacon IS NULL, i.later || ' was', 'the session before it in the same ad play reported it') AS because,
  'beacon' AS evidence_table, i.beacon AS evidence_id
FROM implied i JOIN omid_session w ON w.run = :run AND w.session = i.session JOIN beacon b ON b.id = i.beacon
-- omid.session-single speaks of a session that was begun anew.
LEFT JOIN omid_restart t ON t.run = :run AND t.session = i.session
LEFT JOIN omid_event h ON h.session = t.before AND h.event = i.event AND h.nth = 1
LEFT JOIN omid_pace p ON p.run = :run AND p.session = i.session AND i.stage BETWEEN 3 AND p.stage - 1
GROUP BY i.session, i.event
UNION ALL
SELECT 'session', session, 'omid', event, NULL, NULL, NULL, event, at_us - 2000000, max(at_us, first_us) + 2000000,
  iif(is_video, 'owed', 'possible'), 'the VAST ' || event || ' was', 'firing', firing
FROM tracked WHERE (session, event) NOT IN (SELECT session, event FROM implied)
UNION ALL
-- A banner that was half in view for two seconds was shown; a video is when it begins. The columns beside a minimum are
-- those of its row.
SELECT 'session', w.session, 'omid', 'impression', NULL, NULL, NULL, 'impression', min(g.at_us), min(g.at_us) + 2000000,
  'owed', 'half of it was in view', 'beacon', g.beacon
FROM omid_session w JOIN omid_event g ON g.session = w.session AND g.in_view >= 50
  AND g.at_us <= w.to_us - $us(order.handshakeSeconds)
WHERE w.run = :run AND w.media NOT IN ('video', 'audio') AND w.session NOT IN (
  SELECT session FROM implied WHERE event = 'impression' UNION SELECT session FROM tracked WHERE event = 'impression')
GROUP BY w.session
