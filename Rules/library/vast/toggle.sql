-- A beacon of an event that takes turns with another: pause with resume, mute with unmute, expanding with collapsing.
CREATE TABLE toggle (
  firing INTEGER NOT NULL REFERENCES firing, -- The beacon.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER, -- When that began.
  to_us INTEGER, -- When it ended.
  event TEXT NOT NULL, -- pause, resume, mute, unmute, fullscreen, exitFullscreen, expand …
  other TEXT NOT NULL, -- The event it takes turns with.
  at_us INTEGER NOT NULL, -- When it was sent.
  before TEXT, -- Which of the two was sent before it; NULL for the first.
  before_firing INTEGER REFERENCES firing, -- That beacon.
  before_us INTEGER, -- When that was sent.
  is_clear INTEGER NOT NULL, -- 1 where the next one is further off than requests overtake one another.
  is_twice INTEGER NOT NULL, -- 1 where it repeats the one before it, although the ad declares the other of the two.
  is_declared INTEGER NOT NULL, -- 1 where the ad declares the other of the two.
  is_end INTEGER NOT NULL, -- 1 for what a media element fires as it ends: it is no viewer's pause, and takes no turn.
  KEY (firing)
) AS
WITH step AS MATERIALIZED (
  SELECT p.from_us, p.end_us AS to_us, f.ad_play, f.event, h.other, f.id AS firing, f.at_us,
    lag(f.event) OVER w AS before, lag(f.id) OVER w AS before_firing, lag(f.at_us) OVER w AS before_us,
    coalesce(f.event = 'pause' AND abs(f.at_us - p.end_us) <= $us(order.slackMs), 0) AS is_end,
    EXISTS (
      SELECT 1 FROM play_tracker o WHERE o.ad_play = p.id AND o.event = h.other AND o.family = 'vast') AS is_declared,
    coalesce(lead(f.at_us) OVER w - f.at_us > $us(order.slackMs), 1) AS is_clear,
    coalesce(lag(f.at_us) OVER w - lag(f.at_us, 2) OVER w > $us(order.slackMs), 1) AS was_clear
  FROM (
    -- Of the trackers of an event one speaks for all.
    SELECT f.ad_play, f.event, f.other, min(f.tracker) AS tracker FROM firing f
    WHERE f.run = :run AND f.family = 'vast' AND f.event IN ('pause', 'resume', 'mute', 'unmute', 'fullscreen',
        'exitFullscreen', 'expand', 'collapse', 'adExpand', 'adCollapse', 'playerExpand', 'playerCollapse')
    GROUP BY f.ad_play, f.event) h
  JOIN firing f ON f.ad_play = h.ad_play AND f.event = h.event AND f.tracker = h.tracker
  JOIN ad_play p ON p.id = f.ad_play
  WHERE f.is_sure
  WINDOW w AS (
      PARTITION BY f.ad_play, min(f.event, h.other),
      coalesce(f.event = 'pause' AND abs(f.at_us - p.end_us) <= $us(order.slackMs), 0) ORDER BY f.at_us, f.id))
SELECT ad_play, from_us, to_us, event, firing, other, at_us, before, before_firing, before_us, is_clear, is_declared,
  coalesce(event = before AND at_us - before_us > $us(order.slackMs), 0) AND is_clear AND was_clear AND is_declared
  AND NOT is_end AS is_twice, is_end
FROM step
