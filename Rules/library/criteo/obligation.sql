-- The OMID beacons of Criteo: omidTrackView of each ad that began, and, for an ad play that sends any, those of each
-- playback event that was sent to the VAST trackers.
-- needs: criteo_view, unsure_tracker
INSERT INTO obligation
WITH
due AS MATERIALIZED (
  -- The columns beside a minimum are those of its row.
  SELECT o.*, v.id AS cause, v.event AS cause_event, min(v.at_us) AS at_us, u.tracker IS NOT NULL AS is_unsure
  FROM (SELECT DISTINCT ad_play FROM firing WHERE run = :run AND family = 'criteo') s
  JOIN play_tracker o ON o.ad_play = s.ad_play AND o.family = 'criteo'
  LEFT JOIN unsure_tracker u ON u.run = :run AND u.ad_play = o.ad_play AND u.tracker = o.tracker
  JOIN firing v ON v.ad_play = o.ad_play AND v.family = 'vast' AND iif(o.event = 'twoSecondsFiftyPercentView',
      -- Two seconds are over when the first quartile of a longer ad is.
      v.event IN ('firstQuartile', 'midpoint', 'thirdQuartile', 'complete')
      AND v.played_us >= 2 * $us(omid.viewableSeconds) AND v.stalled_us = 0,
      v.event = o.event AND v.event IN ('start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'))
  GROUP BY o.ad_play, o.tracker
),
-- What the geometry of the ad's OMID session shows to have been less than all in view.
placed AS MATERIALIZED (
  SELECT d.*, EXISTS (
    SELECT 1 FROM omid_play y JOIN omid_event g ON g.session = y.session
    WHERE y.ad_play = d.ad_play AND y.rank = 1 AND g.in_view < 100 AND g.at_us <= d.at_us + $us(order.slackMs)
      AND NOT EXISTS (
        SELECT 1 FROM omid_event h
        WHERE h.session = g.session AND h.in_view >= 100 AND h.ordinal > g.ordinal
          AND h.at_us < d.at_us - $us(order.slackMs))) AS is_hidden
  FROM due d
)
SELECT
  'ad_play' AS owner_kind, ad_play AS owner, 'criteo' AS family, event, tracker, level, twin, event AS item,
  at_us AS from_us, at_us + 2000000 AS to_us,
  CASE WHEN is_hidden THEN 'not owed' WHEN is_unsure THEN 'possible' ELSE 'owed' END AS state,
  CASE WHEN is_hidden THEN 'the ad was not all in view'
    WHEN is_unsure THEN 'it may have been sent' ELSE 'the VAST ' || cause_event || ' was sent' END AS because,
  'firing' AS evidence_table, cause AS evidence_id
FROM placed
UNION ALL
SELECT
  'ad_play', v.ad_play, 'criteo', 'omidTrackView', v.tracker, o.level, o.twin, 'omidTrackView', v.cause_us,
  v.cause_us + 2000000,
  CASE WHEN v.is_reported = 1 THEN 'not owed' WHEN v.is_unsure OR v.is_reported = 0 THEN 'possible' ELSE 'owed' END,
  CASE WHEN v.is_reported = 1 THEN 'the verification was reported as not executed'
    WHEN v.is_reported = 0 THEN 'a verification was reported as not executed'
    WHEN v.is_unsure THEN 'it may have been sent' ELSE v.cause_event || ' was sent' END, 'firing', v.cause
FROM criteo_view v JOIN play_tracker o ON o.ad_play = v.ad_play AND o.tracker = v.tracker
WHERE v.run = :run AND v.cause IS NOT NULL
