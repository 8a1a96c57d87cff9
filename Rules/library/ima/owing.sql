-- Ad requests of which the answer is not in the recording, ads in the log of which nothing else was recorded, and ads and
-- breaks that the log leaves open.
INSERT INTO owing
WITH
-- What the log says last of its ads, and until when it would have said more. How long an ad is that only began is not
-- known.
last AS MATERIALIZED (
  SELECT *, at_us + $us(owing.graceSeconds) + iif(is_over, 0, 5 * coalesce((
    SELECT (max(s.at_us) - min(s.at_us)) / (max(s.ordinal) - min(s.ordinal)) FROM ima_event s
    WHERE s.run = :run AND s.break = l.break AND s.ad = l.ad AND s.ordinal IS NOT NULL), 30000000)) AS due_us
  FROM (
    SELECT c.id AS call, c.at_us, e.break, e.ad, e.event, e.open_breaks, e.event IN ('complete', 'skip') AS is_over,
      (SELECT max(n.at_us) FROM call n WHERE n.run = :run AND n.capture = c.capture) AS logged_us
    FROM ima_event e JOIN call c ON c.id = e.call
    WHERE e.run = :run AND e.event <> 'click' ORDER BY e.at_us DESC, e.call DESC LIMIT 1) l
  -- What ends an ad or its break leaves nothing open, but a break that was begun.
  WHERE l.event NOT IN ('error', 'contentResume', 'breakEnd', 'allComplete') AND (NOT l.is_over OR l.open_breaks > 0))
SELECT 'ima' AS family, 'an ad request was sent whose answer is not in the recording' AS what, 0 AS is_alone,
  'beacon' AS evidence_table, b.id AS evidence_id
FROM beacon b JOIN exchange x ON x.id = b.exchange
WHERE b.run = :run AND b.family = 'ima' AND b.kind = 'ad-request' AND x.status IS NULL
UNION ALL SELECT
  'ima', iif(is_recorded, 'ads in the log played of which no document was recorded: what was due of them is unknown',
      'ads in the log played when no traffic was recorded: nothing was compared with them'), 1, 'call', call
FROM (
  SELECT max(e.at_us BETWEEN s.from_us AND s.to_us) AS is_recorded,
    coalesce(min(e.call) FILTER (WHERE e.at_us BETWEEN s.from_us AND s.to_us), min(e.call)) AS call
  FROM ima_event e
  CROSS JOIN (SELECT min(x.at_us) AS from_us, max(x.at_us) AS to_us FROM exchange x WHERE x.run = :run) s
  WHERE e.run = :run AND e.event = 'start' AND s.from_us IS NOT NULL HAVING count(*) > 0)
WHERE CASE WHEN is_recorded
  THEN NOT EXISTS (SELECT 1 FROM document d WHERE d.run = :run AND d.kind IN ('vast', 'vmap', 'mediatailor'))
  AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.run = :run AND b.family IN ('dai', 'ssai'))
  ELSE NOT EXISTS (SELECT 1 FROM firing f WHERE f.run = :run AND f.family = 'vast') END
UNION ALL SELECT 'ima', CASE WHEN l.is_over THEN 'a break in the log was not said to end, although the log went on'
  WHEN l.logged_us > l.due_us THEN 'an ad in the log was not said to end, although the log went on'
  ELSE 'the log ends inside its only ad: how that ended is unknown' END, 1, 'call', l.call
FROM last l
WHERE iif(l.logged_us > l.due_us AND l.event <> 'pause' AND NOT EXISTS (
  SELECT 1 FROM player_event v
  WHERE v.run = :run AND v.kind = 'paused' AND v.at_us BETWEEN l.at_us AND l.due_us), 1, NOT EXISTS (
    SELECT 1 FROM ima_event e
    WHERE e.run = :run AND e.event IN ('complete', 'skip', 'error', 'contentResume', 'breakEnd', 'allComplete')))
  -- Who left saw no more of it.
  AND NOT EXISTS (
    SELECT 1 FROM player_event v
    WHERE v.run = :run AND v.kind IN ('left', 'away') AND v.at_us BETWEEN l.at_us AND l.due_us)
