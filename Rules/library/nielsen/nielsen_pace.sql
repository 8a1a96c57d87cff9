-- The duration pings of a content, each with the one before it: the time that passed, what was viewed, and which numbers.
-- needs: nielsen_request
CREATE TABLE nielsen_pace (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  session INTEGER NOT NULL REFERENCES session, -- Its view session.
  instance INTEGER NOT NULL REFERENCES session, -- The SDK instance of that.
  asset TEXT, -- The asset.
  at_us INTEGER NOT NULL, -- When it was sent.
  created_us INTEGER NOT NULL, -- When it was made, by its own clock.
  place INTEGER NOT NULL, -- From 1, in the view session.
  prior INTEGER REFERENCES beacon, -- The one before; NULL for the first.
  prior_us INTEGER, -- When that was made.
  since_us INTEGER, -- The same; for the first when the view ping of its asset was made.
  next_us INTEGER, -- How long after it the next was made; NULL for the last.
  passed_us INTEGER, -- How long after the one before it was made.
  viewed_us INTEGER, -- What was viewed since, whether pings count anew or go on counting; NULL where they do not say.
  number INTEGER, -- The number that cr gives it.
  numbers INTEGER, -- By how much that is more than the one before.
  interval_us INTEGER NOT NULL, -- The interval that the configuration of its app or the setting gives.
  least_us INTEGER NOT NULL, -- The shortest that may be taken for it.
  most_us INTEGER NOT NULL, -- The longest.
  late INTEGER NOT NULL, -- 1 when it was stored before it was sent.
  KEY (beacon),
  INDEX (session, place)
) AS
SELECT p.subject_id AS beacon, p.session, p.instance, p.asset, p.at_us, p.created_us, row_number() OVER w AS place,
  lag(p.subject_id) OVER w AS prior, lag(p.created_us) OVER w AS prior_us, coalesce(lag(p.created_us) OVER w, (
    SELECT min(v.created_us) FROM ping v
    WHERE v.session = p.session AND v.kind = 'view' AND v.repeat_class = 'first' AND v.asset IS p.asset
      AND v.created_us <= p.created_us)) AS since_us,
  lead(p.created_us) OVER w - p.created_us AS next_us, p.created_us - lag(p.created_us) OVER w AS passed_us,
  -- More than has passed since the asset began was not viewed, whatever the ping says.
  min(CASE WHEN p.viewed_us > lag(p.viewed_us) OVER w THEN p.viewed_us - lag(p.viewed_us) OVER w ELSE p.viewed_us END,
      coalesce(p.created_us - p.segment_us, p.viewed_us)) AS viewed_us,
  CAST(g.value AS INTEGER) AS number, CAST(g.value AS INTEGER) - lag(CAST(g.value AS INTEGER)) OVER w AS numbers,
  p.interval_us, p.interval_us - $us(nielsen.intervalToleranceSeconds) AS least_us,
  p.interval_us + $us(nielsen.intervalToleranceSeconds) AS most_us, p.late
FROM nielsen_request p LEFT JOIN parameter g ON g.beacon = p.subject_id AND g.name = 'cr' AND g.subkey = 'segment'
WHERE p.run = :run AND p.counts = 'duration' AND p.part = 'content' AND p.repeat_class = 'first'
  AND p.created_us IS NOT NULL AND p.session IS NOT NULL
  -- What an earlier run of the app had stored is a part of its pings at best.
  AND NOT (p.late AND p.at_us - (p.sent_us - p.created_us) < (SELECT min(from_us) FROM capture_span WHERE run = :run))
WINDOW w AS (PARTITION BY p.session, p.asset ORDER BY p.created_us, p.subject_id)
