-- A quartile or the end of an ad, as an OMID session or Criteo's beacons report it, and how much of the ad had played then.
-- needs: event_contract, omid_session, reach, sign, viewer_span
CREATE TABLE measured_position (
  family TEXT NOT NULL, -- omid or criteo.
  subject_id INTEGER NOT NULL, -- The session, or the ad play.
  from_us INTEGER NOT NULL, -- When that began.
  to_us INTEGER, -- When it ended.
  event TEXT NOT NULL, -- The event.
  beacon INTEGER REFERENCES beacon, -- The message of the session.
  firing INTEGER REFERENCES firing, -- Criteo's beacon.
  at_us INTEGER NOT NULL, -- When it happened, or was sent.
  is_wrong INTEGER NOT NULL, -- 1 where it came too early or too late, and the ad's VAST tracker was not sent with it.
  severity TEXT NOT NULL, -- How grave that is, by the contract of events.
  fault TEXT NOT NULL, -- too early or too late, where it is wrong.
  observed TEXT NOT NULL, -- How much had played, for people.
  expected TEXT NOT NULL, -- How much was to, for people.
  INDEX (family)
) AS
WITH
place AS MATERIALIZED (
  SELECT family, event, share, early, late FROM event_contract
  WHERE run = :run AND family IN ('omid', 'criteo') AND share > 0
),
begun AS MATERIALIZED (
  SELECT w.*, e.at_us AS start_us, r.owner_kind, r.owner, r.length_us
  FROM omid_session w JOIN omid_event e ON e.session = w.session AND e.event = 'start' AND e.nth = 1
    AND e.stamped_us IS NOT NULL
  JOIN reach r ON r.run = :run AND r.owner_kind = iif(w.ad_play IS NULL, 'session', 'ad_play')
    AND r.owner = coalesce(w.ad_play, w.session)
  WHERE w.run = :run AND r.is_even
),
-- When it did not play. A pause or a stall of which no end was reported was over at an unknown time.
still AS MATERIALIZED (
  SELECT
    v.owner_kind, v.owner, v.from_us, v.to_us, EXISTS (
      SELECT 1 FROM sign s
      WHERE s.run = :run AND s.owner_kind = v.owner_kind AND s.owner = v.owner AND s.at_us >= v.from_us
        AND s.kind IN ('resumed', 'back')) AS is_ended
  FROM viewer_span v WHERE v.run = :run AND v.state IN ('paused', 'stalled', 'away')
),
timed AS MATERIALIZED (
  SELECT
    c.*, b.session AS subject_id, b.ad_play, b.from_us, b.to_us, e.beacon, NULL AS firing, e.at_us, b.length_us,
    e.at_us - b.start_us - coalesce(sum(min(coalesce(v.to_us, e.at_us), e.at_us) - max(v.from_us, b.start_us)), 0)
    AS played_us,
    coalesce(sum(iif(v.is_ended, 0, min(coalesce(v.to_us, e.at_us), e.at_us) - max(v.from_us, b.start_us))), 0)
    AS unsure_us, 0 AS is_halted
  FROM begun b JOIN place c ON c.family = 'omid'
  JOIN omid_event e ON e.session = b.session AND e.event = c.event AND e.nth = 1 AND e.stamped_us IS NOT NULL
  LEFT JOIN still v ON v.owner_kind = b.owner_kind AND v.owner = b.owner AND v.from_us < e.at_us
    AND coalesce(v.to_us > b.start_us, 1)
  GROUP BY b.session, e.beacon
  UNION ALL
  SELECT
    c.*, p.id, p.id, p.from_us, p.end_us, NULL, f.id, f.at_us, r.length_us, f.played_us, 0, EXISTS (
      SELECT 1 FROM viewer_span v
      WHERE v.run = :run AND v.owner_kind = 'ad_play' AND v.owner = p.id AND v.from_us < f.at_us
        AND v.state IN ('paused', 'stalled', 'away') AND v.because <> 'vast: paused')
  FROM place c JOIN firing f ON f.run = :run AND f.event = c.event AND f.family = c.family
  JOIN ad_play p ON p.id = f.ad_play JOIN reach r ON r.run = :run AND r.owner_kind = 'ad_play' AND r.owner = p.id
  WHERE c.family = 'criteo' AND f.repeat_class = 'first' AND f.ambiguous = 0 AND f.direct = 1
    AND f.played_us IS NOT NULL AND r.is_even
),
judged AS (SELECT *, CAST(share * length_us AS INTEGER) AS due_us FROM timed WHERE length_us >= 4000000)
SELECT
  family, subject_id, from_us, to_us, event, beacon, firing, at_us,
  (played_us + unsure_us < due_us - $us(player.pollSeconds) - $us(quartile.earlyMarginMs)
      OR NOT is_halted AND played_us > due_us
      + max($us(quartile.lateSeconds), CAST($setting(quartile.lateShare) * length_us AS INTEGER)))
  -- What the VAST trackers report at the same time is vast.quartile-timing's to judge.
  AND NOT EXISTS (
    SELECT 1 FROM firing f
    WHERE f.ad_play = j.ad_play AND f.event = j.event AND f.family = 'vast' AND f.repeat_class = 'first'
      AND abs(f.at_us - j.at_us) <= $us(omid.syncSeconds) + $us(order.slackMs)) AS is_wrong,
  iif(played_us < due_us, early, late) AS severity, iif(played_us < due_us, 'too early', 'too late') AS fault,
  round(played_us / 1000000.0, 1) || ' s played' AS observed, round(due_us / 1000000.0, 1) || ' s' AS expected
FROM judged j
