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
  is_unplaced INTEGER NOT NULL, -- 1 where two scripts may have reported the same thing, as far as their arrival shows.
  KEY (beacon),
  INDEX (subject_id, event)
) AS
SELECT w.session AS subject_id, w.from_us, w.to_us, w.ad_play, w.media, e.event, e.nth, e.beacon, e.at_us, r.duration,
  r.volume, r.skippable, r.skip_offset, r.auto_play, r.position, r.percent, r.width, r.height, r.is_lost,
  r.is_obstructed, e.stamped_us IS NOT NULL AS is_stamped, coalesce(e.in_view, 0) AS in_view,
  count(*) OVER same AS times, first_value(e.beacon) OVER (same ORDER BY e.nth) AS first,
  min(e.at_us) OVER same AS first_us,
  min(e.at_us) OVER same = max(e.at_us) OVER same AND (w.from_us = w.first_us OR w.from_us IN (
    SELECT o.from_us FROM omid_session o WHERE o.run = :run AND o.session <> w.session)) AS is_unplaced
FROM omid_session w JOIN omid_event e ON e.session = w.session
JOIN omid_report r ON r.run = :run AND r.beacon = e.beacon WHERE w.run = :run
WINDOW same AS (PARTITION BY w.session, e.event)
