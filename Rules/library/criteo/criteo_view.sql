-- An ad play for which omidTrackView is declared and that began, and what was sent of it.
CREATE TABLE criteo_view (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker of omidTrackView.
  view INTEGER REFERENCES firing, -- The first omidTrackView; NULL where none was sent.
  cause INTEGER REFERENCES firing, -- The first OMID beacon of another event; where none was sent, the VAST start.
  is_reported INTEGER, -- 1 where the verification was reported as not executed, 0 where perhaps another one; else NULL.
  is_merged INTEGER NOT NULL, -- 1 where an earlier play had the image already: a browser may have answered from memory.
  KEY (ad_play)
) AS
WITH
merged AS MATERIALIZED (
  SELECT url, min(at_us) AS at_us FROM page_image WHERE run = :run AND family = 'criteo' GROUP BY url
),
-- A report of another Verification than the one that declares omidTrackView is another vendor's.
report AS MATERIALIZED (
  SELECT n.ad_play AS ad_play, max(n.sole) AS is_sole
  FROM verification_report n
  JOIN play_tracker o ON o.ad_play = n.ad_play AND o.event = 'omidTrackView' AND o.family = 'criteo'
  JOIN tracker v ON v.id = o.tracker AND v.ad = n.ad AND v.verification = n.verification
  WHERE n.run = :run
  GROUP BY n.ad_play
)
SELECT
  p.id AS ad_play, o.tracker AS tracker, (
    SELECT f.id FROM firing f WHERE f.ad_play = p.id AND f.event = 'omidTrackView' AND f.family = 'criteo'
    ORDER BY f.at_us, f.id LIMIT 1) AS view,
  (
    SELECT f.id FROM firing f
    WHERE f.ad_play = p.id AND (f.family = 'criteo' AND f.event <> 'omidTrackView' OR f.event = 'start')
    ORDER BY f.family <> 'criteo', f.at_us, f.id LIMIT 1) AS cause,
  n.is_sole AS is_reported, coalesce(g.at_us < coalesce(p.impression_us, p.start_us), 0) AS is_merged
FROM play_tracker o JOIN ad_play p ON p.id = o.ad_play JOIN tracker t ON t.id = o.tracker
LEFT JOIN merged g ON g.url = t.url LEFT JOIN report n ON n.ad_play = p.id
WHERE o.run = :run AND o.event = 'omidTrackView' AND o.family = 'criteo'
  AND (p.start_us IS NOT NULL OR EXISTS (SELECT 1 FROM firing f WHERE f.ad_play = p.id AND f.family = 'criteo'))
GROUP BY p.id
