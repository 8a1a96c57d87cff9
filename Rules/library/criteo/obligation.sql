-- The OMID beacons of Criteo: omidTrackView of each ad that began, and, for an ad play that sends any, those of each
-- playback event that was sent to the VAST trackers.
-- needs: criteo_view, unsure_tracker
INSERT INTO obligation
WITH seen AS MATERIALIZED (
  -- The columns beside a minimum are those of its row.
  SELECT o.*, v.id AS cause, v.event AS sent, min(v.at_us) AS at_us, v.played_us, u.tracker IS NOT NULL AS is_unsure
  FROM (SELECT DISTINCT ad_play FROM firing WHERE run = :run AND family = 'criteo') s
  JOIN play_tracker o ON o.ad_play = s.ad_play AND o.family = 'criteo'
  LEFT JOIN unsure_tracker u ON u.run = :run AND u.ad_play = o.ad_play AND u.tracker = o.tracker
  JOIN firing v ON v.ad_play = o.ad_play AND v.family = 'vast' AND iif(o.event = 'twoSecondsFiftyPercentView',
      -- Two seconds are over when the first quartile of a longer ad is.
      v.place > 1 AND v.played_us >= 2 * $us(omid.viewableSeconds) AND v.stalled_us = 0,
      v.event = o.event AND v.place > 0) GROUP BY o.ad_play, o.tracker),
due(ad_play, tracker, level, twin, event, at_us, cause, because, doubt, excuse) AS (
  SELECT d.ad_play, d.tracker, d.level, d.twin, d.event, d.at_us, d.cause, 'the VAST ' || d.sent || ' was sent',
    iif(d.is_unsure, 'it may have been sent', NULL), iif(EXISTS (
      -- Two seconds in view that were over late, where nobody said what was in view.
      SELECT 1 FROM firing w JOIN firing k ON k.ad_play = w.ad_play AND k.event = 'omidTrackView'
      WHERE w.ad_play = d.ad_play AND w.event = 'twoSecondsFiftyPercentView' AND w.is_sure AND k.at_us <= d.at_us
        AND w.played_us > d.played_us + 1.5 * $us(omid.viewableSeconds) AND NOT EXISTS (
          SELECT 1 FROM fact a WHERE a.run = :run AND a.key = 'player.inView' AND a.source <> 'assumed')) OR EXISTS (
            -- What the geometry of the ad's OMID session shows to have been less than all in view.
            SELECT 1 FROM omid_play y JOIN omid_event g ON g.session = y.session
            WHERE y.ad_play = d.ad_play AND y.rank = 1 AND g.in_view < 100 AND g.at_us <= d.at_us + $us(order.slackMs)
              AND NOT EXISTS (
                SELECT 1 FROM omid_event h WHERE h.session = g.session AND h.in_view >= 100 AND h.ordinal > g.ordinal
                  AND h.at_us < d.at_us - $us(order.slackMs))), 'the ad was not all in view', NULL)
  FROM seen d
  UNION ALL
  SELECT v.ad_play, v.tracker, o.level, o.twin, 'omidTrackView', v.cause_us, v.cause, v.cause_event || ' was sent',
    CASE WHEN v.is_reported = 0 THEN 'a verification was reported as not executed'
      WHEN v.is_unsure THEN 'it may have been sent' END,
    iif(v.is_reported = 1, 'the verification was reported as not executed', NULL)
  FROM criteo_view v JOIN play_tracker o ON o.ad_play = v.ad_play AND o.tracker = v.tracker
  WHERE v.run = :run AND v.cause IS NOT NULL)
SELECT 'ad_play' AS owner_kind, ad_play AS owner, 'criteo' AS family, event, tracker, level, twin, event AS item,
  at_us AS from_us, at_us + 2000000 AS to_us, coalesce(excuse, doubt, because) AS because,
  CASE WHEN excuse IS NOT NULL THEN 'not owed' WHEN doubt IS NOT NULL THEN 'possible' ELSE 'owed' END AS state,
  'firing' AS evidence_table, cause AS evidence_id
FROM due
