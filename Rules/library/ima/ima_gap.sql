-- An event that the log lacks of an ad, though what it says next shows that the ad was played past it.
CREATE TABLE ima_gap (
  break INTEGER NOT NULL, -- The ad break, as in ima_event.
  ad TEXT NOT NULL, -- The ad in it, as in ima_event.
  event TEXT NOT NULL, -- start, firstQuartile, midpoint, thirdQuartile or complete.
  since_us INTEGER NOT NULL, -- When something was said last before it was due.
  until_us INTEGER NOT NULL, -- When something was said that shows that it had been due.
  call INTEGER NOT NULL REFERENCES call, -- The line of that.
  later TEXT NOT NULL, -- What that says.
  is_usual INTEGER NOT NULL, -- 1 where the log has it of another ad, or all others of this one; 0 where it has some.
  KEY (break, ad, event)
) AS
WITH place(ordinal, event) AS (
  VALUES (1, 'start'), (2, 'firstQuartile'), (3, 'midpoint'), (4, 'thirdQuartile'), (5, 'complete')),
said AS MATERIALIZED (
  -- Wrappers say of a skipped ad, too, that it ended.
  SELECT e.break, e.ad, e.ordinal, e.event, e.call, min(e.at_us) AS at_us,
    e.ordinal < 5 OR c.name <> 'adEnd' AS is_proof, count(*) OVER (PARTITION BY e.break, e.ad) > 1 AS is_whole
  FROM ima_event e JOIN call c ON c.id = e.call
  WHERE e.run = :run AND e.ordinal IS NOT NULL GROUP BY e.break, e.ad, e.ordinal),
-- How long a quarter of each ad is says when each event was due.
played AS MATERIALIZED (
  SELECT s.break, s.ad, min(s.ordinal) AS low, max(s.ordinal) AS high, max(s.at_us) AS last_us,
    min(s.at_us) AS first_us, (max(s.at_us) - min(s.at_us)) / (max(s.ordinal) - min(s.ordinal)) AS quarter_us
  FROM said s WHERE s.is_proof GROUP BY s.break, s.ad HAVING quarter_us >= $us(player.pollSeconds)),
-- What is said when an ad is over, where that is when one is over that nobody skipped. The columns beside a minimum are
-- those of its row.
ended AS MATERIALIZED (
  SELECT p.break, p.ad, e.call, e.event, min(e.at_us) AS at_us, p.last_us + (5 - p.high) * p.quarter_us AS due_us
  FROM played p JOIN ima_event e ON e.run = :run AND e.break = p.break AND e.at_us > p.last_us
    AND (e.event IN ('complete', 'breakEnd', 'contentResume', 'allComplete') OR e.event = 'start' AND e.ad <> p.ad)
  WHERE p.high < 5 GROUP BY p.break, p.ad
  HAVING min(e.at_us) >= due_us - 1000000 AND (p.break > 0 OR min(e.at_us) <= due_us + $us(complete.graceSeconds))),
shown AS MATERIALIZED (
  SELECT break, ad, ordinal, event, call, at_us FROM said WHERE is_proof
  UNION ALL SELECT break, ad, 6, event, call, at_us FROM ended),
missing AS MATERIALIZED (
  SELECT p.break, p.ad, o.event, n.call, n.event AS later, n.at_us AS until_us, min(n.ordinal) AS next, coalesce((
    SELECT max(s.at_us) FROM said s WHERE s.break = p.break AND s.ad = p.ad AND s.ordinal < o.ordinal), (
      -- The log had begun when it was due, and the ad was not joined behind it.
      SELECT iif(max(e.at_us) <= p.first_us - (p.low - o.ordinal) * p.quarter_us + 1000000, max(e.at_us), NULL)
      FROM ima_event e WHERE e.run = :run AND e.at_us < p.first_us)) AS since_us
  FROM played p JOIN place o JOIN shown n ON n.break = p.break AND n.ad = p.ad AND n.ordinal > o.ordinal
  WHERE NOT EXISTS (SELECT 1 FROM said s WHERE s.break = p.break AND s.ad = p.ad AND s.ordinal = o.ordinal)
  GROUP BY p.break, p.ad, o.ordinal)
SELECT m.break, m.ad, m.event, m.since_us, m.until_us, m.call, m.later,
  EXISTS (SELECT 1 FROM said s WHERE s.event = m.event AND s.is_whole)
  -- Who logs four of the five means to log the fifth. A word of the SDK that is not known may be it.
  OR (SELECT count(*) FROM said s WHERE s.break = m.break AND s.ad = m.ad) = 4 AND NOT EXISTS (
    SELECT 1 FROM call c WHERE c.run = :run AND c.source = 'ima' AND c.at_us BETWEEN m.since_us AND m.until_us
      AND c.id NOT IN (SELECT e.call FROM ima_event e WHERE e.run = :run)) AS is_usual
FROM missing m WHERE m.since_us IS NOT NULL
  -- An app may log some events alone; which, one kind of quartile says where no traffic was recorded beside the log.
  AND (is_usual OR (SELECT count(DISTINCT s.ordinal) FROM said s WHERE s.ordinal BETWEEN 2 AND 4)
      > EXISTS (SELECT 1 FROM exchange x WHERE x.run = :run))
  -- It was neither skipped nor did it fail, and its event was not logged under another name of the ad.
  AND NOT EXISTS (
    SELECT 1 FROM ima_event e WHERE e.run = :run AND e.at_us > m.since_us AND e.at_us <= m.until_us
      AND (e.event IN ('skip', 'error', m.event) OR e.event = 'pause' AND m.next = 6))
  AND NOT EXISTS (
    SELECT 1 FROM player_event v
    WHERE v.run = :run AND v.at_us BETWEEN m.since_us AND m.until_us AND v.kind IN ('sought', 'away', 'back', 'left'))
