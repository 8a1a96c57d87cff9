-- The view of a companion or an icon of an ad play: a row for each time that it was reported, and one where its image was
-- fetched and no view of it was.
CREATE TABLE element_view (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  kind TEXT NOT NULL, -- companion or icon.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker of its view.
  firing INTEGER REFERENCES firing, -- The beacon; NULL where none was sent.
  repeat_class TEXT, -- As in firing.
  at_us INTEGER NOT NULL, -- When it was sent, or the image asked for.
  times INTEGER NOT NULL, -- How often the tracker was sent; what the transport sent again does not count.
  is_repeated INTEGER NOT NULL, -- 1 where the player sent it again.
  is_unreported INTEGER NOT NULL, -- 1 where the ad was shown and no companion, or icon, of it reported a view.
  INDEX (kind, ad_play)
) AS
WITH element(kind, event, name) AS (
  VALUES ('companion', 'creativeView', 'Companion/Tracking'), ('icon', 'iconView', 'IconViewTracking')),
due AS MATERIALIZED (
  SELECT
    e.kind AS kind, p.id AS ad_play, p.impression_us AS impression_us, t.id AS tracker, min(x.at_us) AS fetched_us
  FROM element e JOIN play_tracker o ON o.run = :run AND o.event = e.event AND o.family = 'vast'
  JOIN tracker t ON t.id = o.tracker AND t.element = e.name JOIN ad_play p ON p.id = o.ad_play
  LEFT JOIN resource r ON r.document = t.document AND r.kind = e.kind AND r.ad = t.ad
  LEFT JOIN exchange x ON x.id = r.fetch AND x.at_us >= p.from_us
  GROUP BY e.kind, p.id, t.id
)
SELECT
  d.ad_play AS ad_play, d.kind AS kind, d.tracker AS tracker, f.id AS firing, f.repeat_class AS repeat_class,
  coalesce(f.at_us, d.fetched_us) AS at_us,
  coalesce(sum(f.direct AND f.repeat_class IN ('first', 'later-play', 'duplicate')) OVER own, 0) AS times,
  coalesce(max(f.direct AND f.repeat_class = 'duplicate' AND f.ambiguous = 0) OVER own, 0) AS is_repeated,
  d.impression_us IS NOT NULL AND count(f.id) OVER (PARTITION BY d.kind, d.ad_play) = 0 AS is_unreported
FROM due d LEFT JOIN firing f ON f.ad_play = d.ad_play AND f.tracker = d.tracker
WHERE f.id IS NOT NULL OR d.fetched_us IS NOT NULL
WINDOW own AS (PARTITION BY d.kind, d.ad_play, d.tracker)
