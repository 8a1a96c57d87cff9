-- A message of an OMID session, with what it says of the ad and its view.
-- needs: omid_session
CREATE TABLE omid_message (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The message.
  subject_id INTEGER NOT NULL REFERENCES session, -- The session.
  from_us INTEGER NOT NULL, -- First sign of that.
  to_us INTEGER, -- Last sign of it.
  ad_play INTEGER REFERENCES ad_play, -- The ad play it measures; NULL where none is near.
  media TEXT, -- What it measures, as in omid_session.
  event TEXT NOT NULL, -- As in omid_event: sessionStart, loaded, impression, geometryChange, start …
  nth INTEGER NOT NULL, -- From 1: which of the session's messages of this event it is.
  at_us INTEGER NOT NULL, -- When it happened.
  is_stamped INTEGER NOT NULL, -- 1 where the message itself says when.
  in_view INTEGER NOT NULL, -- Percent of the ad in view from then on.
  duration REAL, -- The length of the media, in seconds.
  volume TEXT, -- The player's volume.
  skippable TEXT, -- Whether the ad can be skipped.
  skip_offset REAL, -- From which second on.
  auto_play TEXT, -- Whether it began by itself.
  position TEXT, -- Its place beside the content.
  percent TEXT, -- How much of it was in view.
  width REAL, -- The width of its view.
  height REAL, -- The height of that.
  is_lost INTEGER NOT NULL, -- 1 where its view was not found.
  is_obstructed INTEGER NOT NULL, -- 1 where something lay over it.
  times INTEGER NOT NULL, -- How often the event was reported in the session.
  first INTEGER NOT NULL REFERENCES beacon, -- The first report of it.
  first_us INTEGER NOT NULL, -- When that happened.
  is_unplaced INTEGER NOT NULL, -- 1 where two scripts may have reported the same thing: neither's arrival was seen.
  KEY (beacon),
  INDEX (subject_id, event),
  INDEX (event, nth)
) AS
SELECT
  w.session AS subject_id, w.from_us, w.to_us, w.ad_play, w.media, e.event, e.nth, e.beacon, e.at_us,
  e.stamped_us IS NOT NULL AS is_stamped, coalesce(e.in_view, 0) AS in_view, count(*) OVER same AS times,
  first_value(e.beacon) OVER (same ORDER BY e.nth) AS first, min(e.at_us) OVER same AS first_us,
  w.from_us = w.first_us AND min(e.at_us) OVER same = max(e.at_us) OVER same AS is_unplaced,
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'duration') AS duration,
  max(p.value) FILTER (WHERE p.subkey IN ('mediaPlayerVolume', 'videoPlayerVolume')) AS volume,
  max(p.value) FILTER (WHERE p.subkey IN ('skippable', 'isSkippable')) AS skippable,
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'skipOffset') AS skip_offset,
  max(p.value) FILTER (WHERE p.subkey IN ('autoPlay', 'isAutoPlay')) AS auto_play,
  max(p.value) FILTER (WHERE p.subkey = 'position') AS position,
  max(p.value) FILTER (WHERE p.subkey = 'adView.percentageInView') AS percent,
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'adView.geometry.width') AS width,
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'adView.geometry.height') AS height,
  coalesce(max(p.subkey LIKE 'adView.reasons.%' AND p.value = 'notFound'), 0) AS is_lost,
  coalesce(max(p.subkey LIKE 'adView.reasons.%' AND p.value = 'obstructed'), 0) AS is_obstructed
FROM omid_session w JOIN omid_event e ON e.session = w.session
LEFT JOIN parameter p ON p.beacon = e.beacon AND p.name = 'data'
WHERE w.run = :run
GROUP BY e.beacon
WINDOW same AS (PARTITION BY w.session, e.event)
