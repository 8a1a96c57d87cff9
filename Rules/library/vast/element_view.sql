-- The view of a companion or an icon of an ad play: a row for each time that it was reported, and one where its image was
-- fetched and no view of it was.
-- needs: unsure_tracker
CREATE TABLE element_view (
  subject_id INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER NOT NULL, -- When that began.
  to_us INTEGER, -- When it ended.
  kind TEXT NOT NULL, -- companion or icon.
  item TEXT NOT NULL, -- again for a view that was reported, absent for one that was not.
  is_wrong INTEGER NOT NULL, -- 1 where the player sent it again, or where no companion, or icon, of the ad reported a view.
  severity TEXT, -- info for what was not reported: what is fetched is not yet shown.
  observed TEXT NOT NULL, -- How often it was reported, for people; what the transport sent again does not count.
  again INTEGER REFERENCES firing, -- The beacon that repeats another.
  first INTEGER REFERENCES firing, -- The beacon that repeats none.
  tracker INTEGER REFERENCES tracker, -- The tracker of a view that was not reported.
  at_us INTEGER NOT NULL, -- When it was sent, or the image asked for.
  until_us INTEGER NOT NULL, -- By when it was due.
  doubt TEXT, -- ambiguous where it may have been sent all the same.
  INDEX (kind, subject_id)
) AS
WITH element(kind, event, name) AS (
  VALUES ('companion', 'creativeView', 'Companion/Tracking'), ('icon', 'iconView', 'IconViewTracking')),
viewed AS (
  SELECT d.*, f.id AS firing, f.repeat_class, coalesce(f.at_us, d.fetched_us) AS at_us,
    coalesce(sum(f.direct AND f.repeat_class IN ('first', 'later-play', 'duplicate')) OVER own, 0) AS times,
    coalesce(max(f.direct AND f.repeat_class = 'duplicate' AND f.ambiguous = 0) OVER own, 0) AS is_repeated,
    d.impression_us IS NOT NULL AND count(f.id) OVER (PARTITION BY d.kind, d.id) = 0 AS is_unreported
  FROM (
    SELECT e.kind, p.id, p.from_us, p.end_us, p.impression_us, t.id AS tracker, min(r.fetched_us) AS fetched_us
    FROM element e JOIN play_tracker o ON o.run = :run AND o.event = e.event AND o.family = 'vast'
    JOIN tracker t ON t.id = o.tracker AND t.element = e.name JOIN ad_play p ON p.id = o.ad_play
    LEFT JOIN resource r ON r.document = t.document AND r.kind = e.kind AND r.ad = t.ad AND r.fetched_us >= p.from_us
    GROUP BY e.kind, p.id, t.id) d LEFT JOIN firing f ON f.ad_play = d.id AND f.tracker = d.tracker
  WHERE f.id IS NOT NULL OR d.fetched_us IS NOT NULL WINDOW own AS (PARTITION BY d.kind, d.id, d.tracker))
SELECT v.id AS subject_id, v.from_us, v.end_us AS to_us, v.kind, iif(v.firing IS NULL, 'absent', 'again') AS item,
  iif(v.firing IS NULL, v.is_unreported, v.is_repeated) AS is_wrong, iif(v.firing IS NULL, 'info', NULL) AS severity,
  iif(v.times = 0, 'not at all', v.times || ' times') AS observed,
  iif(v.repeat_class = 'duplicate', v.firing, NULL) AS again,
  iif(v.repeat_class IN ('first', 'later-play'), v.firing, NULL) AS first,
  iif(v.firing IS NULL, v.tracker, NULL) AS tracker, v.at_us, v.at_us + iif(v.firing IS NULL, 5000000, 0) AS until_us,
  iif(u.tracker IS NULL, NULL, 'ambiguous') AS doubt
FROM viewed v LEFT JOIN unsure_tracker u
  ON u.run = :run AND u.ad_play = v.id AND u.tracker = v.tracker AND v.firing IS NULL
