-- A quartile or the end of an ad, as an OMID session or Criteo's beacons report it, and how much of the ad had played then.
-- needs: event_contract, omid_session, reach, sign, viewer_span
CREATE TABLE measured_position (
  family TEXT NOT NULL, -- omid or criteo.
  subject_id INTEGER NOT NULL, -- The session, or the ad play.
  from_us INTEGER, -- When that began.
  to_us INTEGER, -- When it ended.
  event TEXT NOT NULL, -- The event.
  beacon INTEGER REFERENCES beacon, -- The message of the session.
  firing INTEGER REFERENCES firing, -- Criteo's beacon.
  at_us INTEGER NOT NULL, -- When it happened, or was sent.
  is_wrong INTEGER NOT NULL, -- 1 where it came too early or too late, and the ad's VAST tracker was not sent with it.
  severity TEXT NOT NULL, -- How grave that is, by the contract of events.
  fault TEXT NOT NULL, -- too early or too late, where it is wrong.
  played_us INTEGER NOT NULL, -- How much had played.
  due_us INTEGER NOT NULL, -- How much was to.
  INDEX (family)
) AS
WITH
-- When it did not play. A pause or a stall of which no end was reported was over at an unknown time.
still AS MATERIALIZED (
  SELECT v.*, EXISTS (
    SELECT 1 FROM sign s
    WHERE s.run = :run AND s.owner_kind = v.owner_kind AND s.owner = v.owner AND s.at_us >= v.from_us
      AND s.kind IN ('resumed', 'back')) AS is_ended
  FROM viewer_span v WHERE v.run = :run AND v.state IN ('paused', 'stalled', 'away')),
timed AS MATERIALIZED (
  SELECT 'omid' AS family, w.session AS subject_id, w.from_us, w.to_us, w.ad_play, e.event, e.beacon, NULL AS firing,
    e.at_us, r.length_us, (e.stage - 3) * r.length_us / 4 AS due_us,
    e.at_us - b.at_us - coalesce(sum(min(coalesce(v.to_us, e.at_us), e.at_us) - max(v.from_us, b.at_us)), 0)
    AS played_us,
    coalesce(sum(iif(v.is_ended, 0, min(coalesce(v.to_us, e.at_us), e.at_us) - max(v.from_us, b.at_us))), 0)
    AS unsure_us, 0 AS is_halted
  FROM omid_session w
  JOIN omid_event b ON b.session = w.session AND b.event = 'start' AND b.nth = 1 AND b.stamped_us IS NOT NULL
  JOIN reach r ON r.run = :run AND r.owner_kind = iif(w.ad_play IS NULL, 'session', 'ad_play')
    AND r.owner = coalesce(w.ad_play, w.session) AND r.is_even
  JOIN omid_event e ON e.session = w.session AND e.stage > 3 AND e.nth = 1 AND e.stamped_us IS NOT NULL
  LEFT JOIN still v ON v.owner_kind = r.owner_kind AND v.owner = r.owner AND v.from_us < e.at_us
    AND coalesce(v.to_us > b.at_us, 1)
  WHERE w.run = :run GROUP BY w.session, e.beacon
  UNION ALL SELECT f.family, p.id, p.from_us, p.end_us, p.id, f.event, NULL, f.id, f.at_us, r.length_us,
    (f.place - 1) * r.length_us / 4, f.played_us, 0, EXISTS (
      SELECT 1 FROM still v
      WHERE v.owner_kind = 'ad_play' AND v.owner = r.owner AND v.from_us < f.at_us AND v.because <> 'vast: paused')
  FROM firing f JOIN reach r ON r.run = :run AND r.owner_kind = 'ad_play' AND r.owner = f.ad_play
  JOIN ad_play p ON p.id = f.ad_play
  WHERE f.run = :run AND f.place > 1 AND f.family = 'criteo' AND f.is_sure AND f.played_us IS NOT NULL AND r.is_even)
SELECT j.family, j.subject_id, j.from_us, j.to_us, j.event, j.beacon, j.firing, j.at_us,
  (j.played_us + j.unsure_us < j.due_us - $us(player.pollSeconds) - $us(quartile.earlyMarginMs)
      OR NOT j.is_halted AND j.played_us > j.due_us
      + max($us(quartile.lateSeconds), CAST($setting(quartile.lateShare) * j.length_us AS INTEGER)))
  -- What the VAST trackers report at the same time is vast.quartile-timing's to judge.
  AND NOT EXISTS (
    SELECT 1 FROM firing f
    WHERE f.ad_play = j.ad_play AND f.event = j.event AND f.family = 'vast' AND f.repeat_class = 'first'
      AND abs(f.at_us - j.at_us) <= $us(omid.syncSeconds) + $us(order.slackMs)) AS is_wrong,
  iif(j.played_us < j.due_us, c.early, c.late) AS severity,
  iif(j.played_us < j.due_us, 'too early', 'too late') AS fault, j.played_us, j.due_us
FROM timed j JOIN event_contract c ON c.run = :run AND c.family = j.family AND c.event = j.event
WHERE j.length_us >= 4000000
