-- What beacons of VAST, and Criteo's beside them, say of the viewer, what came after the ad, and what the viewer did
-- meanwhile.
-- needs: _shown_ad, creative_length, viewer_act
INSERT INTO sign
WITH word(event, kind) AS (
  VALUES ('impression', 'shown'), ('creativeView', 'shown'), ('start', 'shown'), ('firstQuartile', 'shown'),
    ('midpoint', 'shown'), ('thirdQuartile', 'shown'), ('progress', 'shown'), ('complete', 'completed'),
    ('skip', 'skipped'), ('close', 'left'), ('closeLinear', 'left'), ('error', 'failed'), ('notUsed', 'failed'),
    ('pause', 'paused'), ('resume', 'resumed'), ('rewind', 'sought')),
-- The ad or the content that begins when this one's length is over, or behind one that nobody can skip.
after AS MATERIALIZED (
  SELECT ad_play, next_us AS at_us, 'ad_play' AS evidence_table, next_play AS evidence_id,
    next_root = root AND NOT is_skippable AND next_us - began_us - still_us >= length_us - 1500000
    -- Who paused it and did not go on left it then, whatever is shown next.
    OR NOT is_halted
    AND next_us - began_us - still_us BETWEEN length_us - 1500000 AND length_us + $us(complete.graceSeconds) + 2000000
    AS is_end, next_root = root OR is_halted AS is_over, length_us
  FROM _shown_ad WHERE run = :run AND next_us IS NOT NULL
  UNION ALL SELECT ad_play, content_us, 'exchange', content,
    -- A viewer who closes the ad just before its end is back at the content as early.
    NOT is_halted AND length_us >= 8000000 AND content_us - began_us - still_us >= length_us - $us(order.slackMs), 0,
    length_us
  FROM _shown_ad WHERE run = :run AND content_us IS NOT NULL),
-- Beacons of one event that leave at one time, an ad's and its wrappers', are one sign; each progress is one by
-- itself.
sent AS MATERIALIZED (
  SELECT id, ad_play, event, family, place, at_us, NULL AS tracker, min(ambiguous) AS is_doubted FROM firing
  WHERE run = :run AND family IN ('vast', 'criteo') AND repeat_class = 'first' AND direct = 1 AND event <> 'progress'
  GROUP BY event, ad_play, at_us, family
  UNION ALL SELECT id, ad_play, event, family, place, at_us, tracker, ambiguous FROM firing
  WHERE run = :run AND family IN ('vast', 'criteo') AND repeat_class = 'first' AND direct = 1 AND event = 'progress')
SELECT 'ad_play' AS owner_kind, f.ad_play AS owner, f.at_us, w.kind,
  iif(f.place > 0, (f.place - 1) * coalesce(s.length_us, p.duration_us) / 4, t.offset_us) AS position_us,
  f.event NOT IN ('impression', 'creativeView') AND NOT f.is_doubted
  -- A timer that runs on behind a skipped or closed ad shows nothing of how far that was seen.
  AND (f.event = 'progress' AND p.end_reason IN ('skip', 'closeLinear') AND f.at_us > p.end_us + $us(terminal.graceMs))
  IS NOT TRUE AS is_proof, f.family AS source, 'firing' AS evidence_table, f.id AS evidence_id
FROM word w CROSS JOIN sent f ON f.event = w.event JOIN ad_play p ON p.id = f.ad_play
LEFT JOIN tracker t ON t.id = f.tracker LEFT JOIN _shown_ad s ON s.run = :run AND s.ad_play = f.ad_play
-- Few of the words are events of a run.
WHERE w.event IN (SELECT event FROM sent)
UNION ALL SELECT 'ad_play', a.ad_play, a.at_us, 'next', CASE WHEN a.is_end THEN a.length_us END, 1,
  CASE a.evidence_table WHEN 'exchange' THEN 'segment' ELSE 'vast' END, a.evidence_table, a.evidence_id
FROM after a WHERE a.is_end OR a.is_over
UNION ALL SELECT 'ad_play', p.id, coalesce(p.impression_us, p.start_us, p.from_us), 'length',
  coalesce(l.length_us, p.duration_us), l.length_us IS NOT NULL, 'vast', 'ad_play', p.id
FROM ad_play p LEFT JOIN creative_length l ON l.run = :run AND l.ad_play = p.id
WHERE p.run = :run AND p.family = 'vast' AND p.duration_us > 0
UNION ALL SELECT 'ad_play', s.ad_play, v.at_us, v.kind, NULL, 1, v.source, v.evidence_table, v.evidence_id
FROM _shown_ad s JOIN viewer_act v ON v.run = :run AND v.at_us >= s.began_us
  -- Who paused it leaves it when they like.
  AND v.at_us < iif(s.is_halted, 9e18, s.began_us + 3 * s.length_us)
WHERE s.run = :run
