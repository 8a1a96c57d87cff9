-- An ad play for which omidTrackView is declared and that began, and what was sent of it.
-- needs: unsure_tracker
CREATE TABLE criteo_view (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker of omidTrackView.
  view INTEGER REFERENCES firing, -- The first omidTrackView; NULL where none was sent.
  cause INTEGER REFERENCES firing, -- The first OMID beacon of another event; where none was sent, the VAST start.
  is_reported INTEGER, -- 1 where the verification was reported as not executed, 0 where perhaps another one; else NULL.
  is_unsure INTEGER NOT NULL, -- 1 where omidTrackView may have been sent all the same, as in unsure_tracker.
  view_us INTEGER, -- When the omidTrackView was sent.
  cause_event TEXT, -- The event of the other.
  cause_us INTEGER, -- When that was sent.
  other_us INTEGER, -- The same where it is an OMID beacon.
  KEY (ad_play)
) AS
WITH begun AS MATERIALIZED (
  SELECT p.id AS ad_play, o.tracker, (
    SELECT f.id FROM firing f WHERE f.ad_play = p.id AND f.event = 'omidTrackView' AND f.family = 'criteo'
    ORDER BY f.at_us, f.id LIMIT 1) AS view,
    (SELECT f.id FROM firing f
      WHERE f.ad_play = p.id AND (f.family = 'criteo' AND f.event <> 'omidTrackView' OR f.event = 'start')
      ORDER BY f.family <> 'criteo', f.at_us, f.id LIMIT 1) AS cause,
    n.is_sole AS is_reported, u.tracker IS NOT NULL AS is_unsure
  FROM play_tracker o JOIN ad_play p ON p.id = o.ad_play LEFT JOIN (
    -- A report of another Verification than the one that declares omidTrackView is another vendor's.
    SELECT n.ad_play, max(n.sole) AS is_sole
    FROM verification_report n
    JOIN play_tracker o ON o.ad_play = n.ad_play AND o.event = 'omidTrackView' AND o.family = 'criteo'
    JOIN tracker v ON v.id = o.tracker AND v.ad = n.ad AND v.verification = n.verification
    WHERE n.run = :run GROUP BY n.ad_play) n ON n.ad_play = p.id
  LEFT JOIN unsure_tracker u ON u.run = :run AND u.ad_play = p.id AND u.tracker = o.tracker
  WHERE o.run = :run AND o.event = 'omidTrackView' AND o.family = 'criteo' GROUP BY p.id)
SELECT b.*, f.at_us AS view_us, c.event AS cause_event, c.at_us AS cause_us,
  iif(c.family = 'criteo', c.at_us, NULL) AS other_us
FROM begun b JOIN ad_play p ON p.id = b.ad_play LEFT JOIN firing f ON f.id = b.view LEFT JOIN firing c ON c.id = b.cause
WHERE p.start_us IS NOT NULL OR b.view IS NOT NULL OR other_us IS NOT NULL
