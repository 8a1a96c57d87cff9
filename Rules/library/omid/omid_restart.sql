-- A session of an ad play that has another session already: one that began while the ad was played, or that reports the
-- same playback beside the other.
-- needs: omid_session
CREATE TABLE omid_restart (
  before INTEGER NOT NULL REFERENCES session, -- The session that it has already.
  session INTEGER NOT NULL REFERENCES session, -- The further one.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  is_sure INTEGER NOT NULL, -- 1 when what it reports, or the end of the other, shows that it measures this ad play.
  KEY (before, session)
) AS
WITH opened AS MATERIALIZED (
  SELECT w.session, w.ad_play, w.media, s.identifier, b.host, e.at_us,
    row_number() OVER (PARTITION BY w.ad_play, b.host ORDER BY e.at_us, e.beacon) AS nth
  FROM omid_session w JOIN session s ON s.id = w.session
  JOIN omid_event e ON e.session = w.session AND e.ordinal = 1 JOIN beacon b ON b.id = e.beacon
  WHERE w.run = :run),
further AS MATERIALIZED (
  SELECT p.id AS ad_play, a.session AS before, c.session, c.at_us
  FROM opened a JOIN ad_play p ON p.id = a.ad_play
  JOIN opened c ON c.host = a.host AND c.identifier <> a.identifier AND coalesce(c.ad_play, p.id) = p.id
    AND c.at_us BETWEEN p.impression_us AND coalesce(p.end_us, p.impression_us + p.duration_us)
  -- A banner's is not the ad's.
  WHERE a.nth = 1 AND coalesce(c.media, 'video') = 'video'
    -- A session of another play, such as that of the pod's next ad, has an impression of its own to go with it.
    AND NOT EXISTS (
      SELECT 1 FROM ad_play n
      WHERE n.run = :run AND n.id <> p.id AND n.impression_us BETWEEN c.at_us - 3000000 AND c.at_us + 30000000
        AND NOT EXISTS (SELECT 1 FROM opened o WHERE o.ad_play = n.id AND o.session <> c.session))),
twin AS MATERIALIZED (
  SELECT a.ad_play, a.session AS before, c.session
  FROM opened a JOIN opened c
    ON c.ad_play = a.ad_play AND c.session > a.session AND c.host = a.host AND c.identifier <> a.identifier
  JOIN omid_event x ON x.session = a.session AND x.stage > 2
  JOIN omid_event y ON y.session = c.session AND y.event = x.event AND abs(y.at_us - x.at_us) <= 500000
  WHERE NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.session IN (a.session, c.session) AND o.rank > 1)
  GROUP BY a.session, c.session HAVING count(DISTINCT x.event) >= 2)
SELECT r.ad_play, r.before, r.session, EXISTS (
  -- It reports the ad's own playback, or stands in for one that was finished while the ad went on.
  SELECT 1
  FROM firing f JOIN omid_event x ON x.session = r.session AND x.event = f.event AND abs(x.at_us - f.at_us) <= 1250000
    OR x.session = r.before AND x.event = 'sessionFinish' AND x.at_us < f.at_us
  WHERE f.ad_play = r.ad_play AND f.family = 'vast' AND f.repeat_class = 'first' AND f.at_us > r.at_us AND f.place > 1)
  -- What a wrapper reports alone may be of another ad of its answer, which was not read.
  AND (SELECT a.kind FROM ad_play p JOIN ad a ON a.id = p.ad WHERE p.id = r.ad_play) <> 'wrapper' AS is_sure
FROM further r WHERE (r.before, r.session) NOT IN (SELECT before, session FROM twin)
UNION ALL SELECT ad_play, before, session, 1 FROM twin
