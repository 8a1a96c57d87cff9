-- An outcome of an ad play that rules out others: complete or skip; viewable, notViewable or viewUndetermined.
CREATE TABLE exclusive_outcome (
  firing INTEGER NOT NULL REFERENCES firing, -- Its beacon.
  subject_id INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER NOT NULL, -- When that began.
  to_us INTEGER, -- When it ended.
  kind TEXT NOT NULL, -- end or view.
  at_us INTEGER, -- When that was sent; NULL where it may be another ad's, or was altered.
  outcomes INTEGER NOT NULL, -- How many of its kind were sent in the play.
  observed TEXT, -- Those, in the order in which they were sent, for people.
  KEY (firing)
) AS
SELECT
  p.id AS subject_id, p.from_us, p.end_us AS to_us, s.kind, s.firing, s.at_us, count(s.at_us) OVER play AS outcomes,
  group_concat(iif(s.at_us IS NULL, NULL, s.event), ' and then ') OVER play AS observed
FROM (
  SELECT iif(f.event IN ('complete', 'skip'), 'end', 'view') AS kind, f.ad_play, f.event, f.id AS firing,
    min(iif(f.is_sure, f.at_us, NULL)) AS at_us
  FROM firing f
  WHERE f.run = :run AND f.event IN ('complete', 'skip', 'viewable', 'notViewable', 'viewUndetermined')
    AND f.family = 'vast' GROUP BY f.ad_play, f.event) s JOIN ad_play p ON p.id = s.ad_play
WINDOW play AS (
    PARTITION BY p.id, s.kind ORDER BY s.at_us, s.firing ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
