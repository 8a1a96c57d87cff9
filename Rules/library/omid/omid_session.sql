-- An OMID session: which ad play and what kind of media it measures, and since when a script of it may have reported.
CREATE TABLE omid_session (
  session INTEGER NOT NULL REFERENCES session, -- The session.
  from_us INTEGER NOT NULL, -- First sign of it: the arrival of its script, or its first message.
  to_us INTEGER, -- Last sign of it.
  ad_play INTEGER REFERENCES ad_play, -- The ad play whose impression is nearest to its own; NULL where none is near.
  first_us INTEGER NOT NULL, -- When its first message was sent.
  since_us INTEGER NOT NULL, -- Nothing was said before: when its script arrived, or a minute before its first message.
  media TEXT, -- What it says that it measures, in small letters: video, audio, display …; NULL where it says nothing.
  KEY (session)
) AS
SELECT s.id AS session, s.from_us, s.to_us, y.ad_play, min(b.at_us) AS first_us,
  iif(s.from_us < min(b.at_us), s.from_us, s.from_us - 60000000) AS since_us, k.media
FROM session s JOIN beacon b ON b.session = s.id AND b.family = 'omid' LEFT JOIN (
  -- What says once that it is something else is not a video.
  SELECT e.session, coalesce(min(nullif(lower(p.value), 'video')), 'video') AS media
  FROM omid_event e JOIN parameter p ON p.beacon = e.beacon AND p.name = 'data'
  WHERE e.run = :run AND p.subkey IN ('creativeType', 'mediaType') AND p.value NOT IN ('', 'null')
  GROUP BY e.session) k ON k.session = s.id
LEFT JOIN omid_play y ON y.session = s.id AND y.rank = 1 WHERE s.run = :run AND s.kind = 'omid' GROUP BY s.id
