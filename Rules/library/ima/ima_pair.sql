-- An event of the SDK that has a tracker, or a beacon of its name, and how far the other of the two is.
-- needs: ima_clock
CREATE TABLE ima_pair (
  evidence_table TEXT NOT NULL, -- call for an event, firing for a beacon.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table, -- The event or the beacon.
  event TEXT NOT NULL, -- start, firstQuartile, midpoint, thirdQuartile, complete or skip.
  at_us INTEGER NOT NULL, -- When it was said or sent.
  since_us INTEGER NOT NULL, -- What hides traffic from then on touches it: the begin of its break where the ad's is unseen.
  due_us INTEGER NOT NULL, -- When the other of the two was due, by the other's clock.
  ad TEXT, -- The event's ad and break.
  distance_us INTEGER, -- How far the nearest of the other kind is, by the clock of the log where that is sure.
  guessed_us INTEGER, -- The same by the clock that explains most.
  KEY (evidence_table, evidence_id)
) AS
WITH shift AS MATERIALIZED (
  SELECT coalesce(max(iif(is_sure, offset_us, 0)), 0) AS sure_us, coalesce(max(offset_us), 0) AS guess_us
  FROM ima_clock WHERE run = :run),
logged AS MATERIALIZED (
  SELECT e.*, e.at_us + c.sure_us AS sure_us, e.at_us + c.guess_us AS guess_us,
    min(e.at_us) OVER (PARTITION BY e.break) + c.sure_us AS break_us,
    max(e.event = 'skip') OVER (PARTITION BY e.starts ORDER BY e.at_us, e.call) AS is_skipped
  FROM (SELECT *, sum(event = 'start') OVER (ORDER BY at_us, call) AS starts FROM ima_event WHERE run = :run) e, shift c
),
sent AS MATERIALIZED (
  SELECT f.id, f.event, f.at_us FROM firing f
  WHERE f.run = :run AND f.family = 'vast' AND f.repeat_class = 'first' AND f.direct = 1 AND f.ad_play IS NOT NULL
    AND (f.place > 0 OR f.event = 'skip')),
-- The trackers of the logged ads that are known: by when they started.
owed AS MATERIALIZED (
  SELECT s.break, s.ad, o.event
  FROM logged s JOIN ad_play p ON p.run = :run AND p.family = 'vast'
    AND p.start_us BETWEEN s.sure_us - 1000000 AND s.sure_us + 1000000
  JOIN play_tracker o ON o.ad_play = p.id AND o.family = 'vast'
  WHERE s.event = 'start')
SELECT 'call' AS evidence_table, e.call AS evidence_id, e.event, e.at_us,
  iif((e.break, e.ad) IN (SELECT break, ad FROM owed), e.sure_us, e.break_us) - 1000000 AS since_us,
  e.sure_us AS due_us, e.ad || ' in break ' || e.break AS ad,
  (SELECT min(abs(e.sure_us - s.at_us)) FROM sent s WHERE s.event = e.event) AS distance_us,
  (SELECT min(abs(e.guess_us - s.at_us)) FROM sent s WHERE s.event = e.event) AS guessed_us
FROM logged e
-- An event without any tracker in the ad's documents is owed to nobody. Wrappers say of a skipped ad, too, that it
-- ended: no complete is owed for that.
WHERE (e.ordinal IS NOT NULL OR e.event = 'skip') AND NOT (e.event = 'complete' AND e.is_skipped)
  AND CASE WHEN (e.break, e.ad) IN (SELECT break, ad FROM owed)
    THEN (e.break, e.ad, e.event) IN (SELECT break, ad, event FROM owed)
    ELSE e.event IN (SELECT o.event FROM play_tracker o WHERE o.run = :run AND o.family = 'vast') END
UNION ALL SELECT 'firing', s.id, s.event, s.at_us,
  -- What belongs to a break is logged behind its beginning, by whatever its clock is ahead.
  max(s.at_us - c.sure_us - 1000000, coalesce((
    SELECT max(e.at_us) FROM logged e
    WHERE e.event = 'breakStart' AND e.sure_us <= s.at_us + iif(s.event = 'start', 1000000, 0)), 0)) AS since_us,
  s.at_us - c.sure_us, NULL, (SELECT min(abs(e.sure_us - s.at_us)) FROM logged e WHERE e.event = s.event),
  (SELECT min(abs(e.guess_us - s.at_us)) FROM logged e WHERE e.event = s.event)
FROM sent s, shift c
-- Not every wrapper has a word for a skip.
WHERE s.event <> 'skip' AND s.at_us >= (SELECT min(e.sure_us) FROM logged e) - 1000000
  AND s.at_us <= (SELECT max(e.sure_us) FROM logged e) + 1000000
