-- A pod that a stream asked for, and what was fetched of its media. Its playlists lead to them, wherever they are kept.
-- needs: dai_request, stream_fetch, content_media, content_halt
CREATE TABLE dai_break (
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  pod TEXT NOT NULL, -- The id of the pod.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The first request for it.
  asked_us INTEGER NOT NULL, -- When that was sent.
  media INTEGER REFERENCES document, -- The pod's own stream, as in playlist_reading; NULL where none was read.
  length_us INTEGER NOT NULL, -- How long it is: as its playlists list it, else as was asked for; 0 unknown.
  before_us INTEGER NOT NULL, -- How long the pods in front of it are.
  loaded_us INTEGER, -- When a playlist below its manifest was asked for first.
  first_us INTEGER, -- When the first of its segments was asked for.
  last_us INTEGER, -- When the last was.
  is_whole INTEGER NOT NULL, -- 1 where all of it was fetched.
  onward_us INTEGER, -- When content was last asked for where it came from before, if no buffer holds the pod as long.
  resumed_us INTEGER, -- When content went on after it stood still for just as long as the pod takes, and was not left.
  is_refused INTEGER NOT NULL, -- 1 where its manifest was refused or failed, or all of its segments that were asked for.
  KEY (session, pod)
) AS
WITH pod AS MATERIALIZED (
  SELECT q.session, q.pod, min(q.beacon) AS beacon, min(q.at_us) AS asked_us, max(r.stream) AS media,
    coalesce(max(r.media_to_us), max(q.length_us)) AS length_us,
    min(iif(q.kind = 'pod-variant', q.at_us, iif(r.stream IS NOT NULL, d.at_us, NULL))) AS loaded_us,
    min(coalesce(x.status >= 400, x.ending = 'failed')) FILTER (WHERE q.kind = 'pod') AS is_refused
  FROM dai_request q LEFT JOIN exchange x ON x.id = q.exchange
  LEFT JOIN document d ON d.kind = 'playlist' AND (d.exchange = q.exchange
      -- A playlist whose address names no pod is the first of its stream on the host of the manifest, right behind it.
      OR q.kind = 'pod' AND d.host = q.host AND d.at_us BETWEEN q.at_us AND q.at_us + $us(player.pollSeconds)
      AND d.id IN (SELECT r.stream FROM playlist_reading r WHERE r.run = :run))
  LEFT JOIN playlist_reading r ON r.document = d.id
  WHERE q.run = :run AND q.kind IN ('pod', 'pod-variant') AND q.session IS NOT NULL AND q.pod IS NOT NULL
  GROUP BY q.session, q.pod),
-- What comes from the hosts of pods is not content.
content AS MATERIALIZED (
  SELECT x.host, min(c.at_us) AS first_us, max(c.at_us) AS last_us
  FROM content_media c JOIN exchange x ON x.id = c.exchange
  WHERE c.run = :run AND x.host NOT IN (
    SELECT y.host FROM pod p JOIN stream_fetch f ON f.run = :run AND f.stream = p.media
    JOIN exchange y ON y.id = f.exchange) GROUP BY x.host)
SELECT p.session, p.pod, p.beacon, p.asked_us, p.media, p.length_us,
  sum(p.length_us) OVER (PARTITION BY p.session ORDER BY p.asked_us, p.beacon) - p.length_us
  AS before_us, p.loaded_us, f.first_us, f.last_us, coalesce(f.to_us >= p.length_us, 0) AS is_whole,
  (SELECT max(c.last_us) FROM content c
    WHERE c.first_us < p.asked_us AND c.last_us > f.last_us + $us(ssai.bufferSeconds)) AS onward_us,
  (SELECT min(h.to_us) FROM content_halt h
    WHERE h.run = :run AND h.from_us < f.last_us AND h.to_us > f.first_us
      AND abs(h.length_us - p.length_us) <= $us(quartile.lateSeconds)) AS resumed_us,
  coalesce(p.is_refused, 0) OR f.stream IS NULL AND EXISTS (
    SELECT 1 FROM segment_fetch g WHERE g.run = :run AND g.stream = p.media) AS is_refused
FROM pod p LEFT JOIN (
  SELECT s.stream, min(s.at_us) AS first_us, max(s.at_us) AS last_us, max(s.media_us + s.duration_us) AS to_us
  FROM stream_fetch s JOIN exchange x ON x.id = s.exchange
  WHERE s.run = :run AND x.ending <> 'failed' GROUP BY s.stream) f ON f.stream = p.media
