-- A session of an ad play that has another session already: one that began while the ad was played, or that reports the
-- same playback beside the other; or one before it that shows nothing, where no ad is left that it may be of.
-- needs: omid_session
CREATE TABLE omid_restart (
  before INTEGER NOT NULL REFERENCES session, -- The session that it has already.
  session INTEGER NOT NULL REFERENCES session, -- The further one.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  is_idle INTEGER NOT NULL, -- 1 when it reports no impression, and may be of an ad that was loaded and not shown.
  is_sure INTEGER NOT NULL, -- 1 when what it reports or was given, or the other's end, shows that it is of this ad.
  KEY (before, session)
) AS
WITH opened AS MATERIALIZED (
  SELECT w.session, w.ad_play, w.media, s.identifier, b.host, e.at_us, EXISTS (
    SELECT 1 FROM omid_event i WHERE i.session = w.session AND i.event IN ('impression', 'start')) AS is_shown,
    nullif(trim(v.value, char(9, 10, 13, 32)), '') AS parameters,
    row_number() OVER (PARTITION BY w.ad_play, b.host ORDER BY e.at_us, e.beacon) AS nth
  FROM omid_session w JOIN session s ON s.id = w.session
  JOIN omid_event e ON e.session = w.session AND e.ordinal = 1 JOIN beacon b ON b.id = e.beacon
  LEFT JOIN parameter v ON v.beacon = b.id AND v.name = 'data' AND v.subkey = 'verificationParameters'
  WHERE w.run = :run),
-- Another ad that no session measures: whether one was read, and since when one may have been where nothing was.
rest AS MATERIALIZED (
  SELECT EXISTS (
    SELECT 1 FROM ad d WHERE d.run = :run AND d.id NOT IN (
      SELECT u.ad FROM ad_chain u JOIN opened o ON o.ad_play = u.ad_play)) AS is_there, (
        SELECT min(since_us) FROM blind WHERE run = :run AND id IS NOT NULL AND hides <> 'calls') AS hidden_us),
twin AS MATERIALIZED (
  SELECT a.ad_play, a.session AS before, c.session FROM opened a JOIN opened c
    ON c.ad_play = a.ad_play AND c.session > a.session AND c.host = a.host AND c.identifier <> a.identifier
  JOIN omid_event x ON x.session = a.session AND x.stage > 2
  JOIN omid_event y ON y.session = c.session AND y.event = x.event AND abs(y.at_us - x.at_us) <= 500000
  WHERE NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.session IN (a.session, c.session) AND o.rank > 1)
  GROUP BY a.session, c.session HAVING count(DISTINCT x.event) >= 2)
SELECT p.id AS ad_play, a.session AS before, c.session, r.is_there AND NOT c.is_shown AS is_idle,
  -- What a wrapper reports alone may be of another ad of its answer, which was not read.
  d.kind <> 'wrapper' AND c.at_us >= p.impression_us AND (EXISTS (
    -- It reports the ad's own playback, or stands in for one that was finished while the ad went on.
    SELECT 1
    FROM firing f JOIN omid_event x ON x.session = c.session AND x.event = f.event AND abs(x.at_us - f.at_us) <= 1250000
      OR x.session = a.session AND x.event = 'sessionFinish' AND x.at_us < f.at_us
    WHERE f.ad_play = p.id AND f.family = 'vast' AND f.repeat_class = 'first' AND f.at_us > c.at_us AND f.place > 1)
      OR EXISTS (
        -- It is of a video that was given what this ad hands to its scripts, and no other ad is in question.
        SELECT 1 FROM ad_chain u
        JOIN resource k ON k.ad = u.ad AND k.kind = 'verification' AND k.parameters = c.parameters
        WHERE u.ad_play = p.id AND c.media = 'video' AND NOT r.is_there AND coalesce(r.hidden_us >= c.at_us, 1)
          AND NOT EXISTS (SELECT 1 FROM document x WHERE x.run = :run AND x.state IN ('malformed', 'unseen'))
          AND NOT EXISTS (SELECT 1 FROM ad_trace t WHERE t.run = :run AND t.event IS NULL))) AS is_sure
FROM rest r JOIN opened a JOIN ad_play p ON p.id = a.ad_play JOIN ad d ON d.id = p.ad
JOIN opened c ON c.host = a.host AND c.identifier <> a.identifier AND coalesce(c.ad_play, p.id) = p.id
  AND c.at_us <= coalesce(p.end_us, p.impression_us + p.duration_us)
  -- What was begun before the ad is of another that was seen, or of none.
  AND (c.at_us >= p.impression_us OR c.media = 'video' AND NOT c.is_shown AND NOT r.is_there)
-- A banner's is not the ad's.
WHERE a.nth = 1 AND coalesce(c.media, 'video') = 'video'
  AND (a.session, c.session) NOT IN (SELECT before, session FROM twin)
  -- A session of another play, such as that of the pod's next ad, has an impression of its own to go with it.
  AND NOT EXISTS (
    SELECT 1 FROM ad_play n
    WHERE n.run = :run AND n.id <> p.id AND n.impression_us BETWEEN c.at_us - 3000000 AND c.at_us + 30000000
      AND NOT EXISTS (SELECT 1 FROM opened o WHERE o.ad_play = n.id AND o.session <> c.session))
UNION ALL SELECT ad_play, before, session, 0, 1 FROM twin
