-- creativeView, which is due with the impression of an ad, and loaded, which is due before its start: each time that one was
-- sent, and each of its trackers that was left out.
-- needs: unsure_tracker
CREATE TABLE opening_event (
  subject_id INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER NOT NULL, -- When that began.
  to_us INTEGER NOT NULL, -- When the impression, or the start, was sent.
  event TEXT NOT NULL, -- creativeView or loaded.
  item TEXT NOT NULL, -- absent, again, or what is wrong with its time.
  is_wrong INTEGER NOT NULL, -- 1 where it came at another time or again, or where none of its trackers was sent.
  observed TEXT NOT NULL, -- What was seen, for people.
  expected TEXT NOT NULL, -- What was due, for people.
  firing INTEGER REFERENCES firing, -- The beacon.
  tracker INTEGER REFERENCES tracker, -- The tracker that was left out.
  at_us INTEGER NOT NULL, -- When it was sent, or when it was due.
  until_us INTEGER NOT NULL, -- By when it was due.
  INDEX (event)
) AS
WITH opening(event, expected) AS (VALUES ('creativeView', 'with the impression'), ('loaded', 'before start'))
SELECT d.ad_play AS subject_id, d.from_us, d.due_us AS to_us, d.event,
  CASE WHEN f.id IS NULL THEN 'absent' WHEN f.repeat_class = 'duplicate' THEN 'again'
    ELSE iif(d.event = 'loaded', 'order', d.expected) END AS item,
  CASE WHEN f.id IS NULL THEN d.tracker = min(d.tracker) OVER own AND count(f.id) OVER own = 0 AND u.tracker IS NULL
    WHEN f.ambiguous OR NOT f.direct THEN 0 WHEN f.repeat_class = 'duplicate' THEN 1
    WHEN f.repeat_class <> 'first' THEN 0
    WHEN d.event = 'loaded' THEN f.at_us > d.due_us + $us(order.slackMs)
    ELSE abs(f.at_us - d.due_us) > $us(impression.spreadSeconds) END AS is_wrong,
  CASE WHEN f.id IS NULL THEN 'not sent' WHEN f.repeat_class = 'duplicate' THEN 'sent again'
    WHEN d.event = 'loaded' THEN ((f.at_us - d.due_us + 500) / 1000) || ' ms after start'
    ELSE round(abs(f.at_us - d.due_us) / 1000000.0, 1) || ' s from the impression' END AS observed,
  iif(f.repeat_class = 'duplicate', 'once', d.expected) AS expected, f.id AS firing,
  iif(f.id IS NULL, d.tracker, NULL) AS tracker, coalesce(f.at_us, d.due_us) AS at_us,
  coalesce(f.at_us, d.due_us + $us(impression.spreadSeconds)) AS until_us
FROM (
  SELECT p.id AS ad_play, p.from_us, iif(o.event = 'loaded', p.start_us, p.impression_us) AS due_us, o.event,
    n.expected, o.tracker
  FROM opening n JOIN play_tracker o ON o.run = :run AND o.event = n.event AND o.family = 'vast'
  JOIN tracker t ON t.id = o.tracker AND (t.event = 'loaded' OR t.element = 'Tracking')
  JOIN ad_play p ON p.id = o.ad_play) d LEFT JOIN firing f ON f.ad_play = d.ad_play AND f.tracker = d.tracker
LEFT JOIN unsure_tracker u ON u.run = :run AND u.ad_play = d.ad_play AND u.tracker = d.tracker
WHERE d.due_us IS NOT NULL WINDOW own AS (PARTITION BY d.ad_play, d.event)
