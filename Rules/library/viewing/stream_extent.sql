-- A stream, over all of its playlists that were read.
-- needs: stream_fetch
CREATE TABLE stream_extent (
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  host TEXT NOT NULL, -- The host of its playlists.
  from_us INTEGER, -- Where the first segment that they list begins in its media.
  to_us INTEGER, -- Where the last ends.
  target_us INTEGER, -- The target duration.
  is_live INTEGER NOT NULL, -- 1 where a playlist behind the first added segments: it was watched while it grew.
  is_ended INTEGER NOT NULL, -- 1 where no segment will be added.
  first_us INTEGER NOT NULL, -- When the first of them was asked for.
  last_us INTEGER NOT NULL, -- When the last of them was, or of its segments.
  KEY (stream)
) AS
SELECT r.stream, max(d.host) AS host, min(r.media_from_us) AS from_us, max(r.media_to_us) AS to_us,
  max(r.target_us) AS target_us, max(r.is_grown AND r.document <> r.stream) AS is_live, max(r.is_ended) AS is_ended,
  min(r.at_us) AS first_us, max(max(r.at_us), coalesce((
    SELECT max(f.at_us) FROM stream_fetch f WHERE f.run = :run AND f.stream = r.stream), 0)) AS last_us
FROM playlist_reading r JOIN document d ON d.id = r.document WHERE r.run = :run GROUP BY r.stream
