-- A stream to whose edge nobody can jump: it has ended, or none that was watched grew.
-- needs: stitched_seat
CREATE TABLE settled_stream (
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in stitched_seat.
  KEY (stream)
) AS
WITH load AS MATERIALIZED (
  -- The first playlist in sight adds to nothing.
  SELECT stream, max(is_ended) AS is_ended, max(is_grown AND document <> stream) AS is_grown
  FROM playlist_reading WHERE run = :run GROUP BY stream
)
SELECT DISTINCT s.stream AS stream
FROM stitched_seat s LEFT JOIN load l ON l.stream = s.stream
WHERE s.run = :run
  AND (coalesce(l.is_ended, 0) OR NOT EXISTS (SELECT 1 FROM load o WHERE o.is_grown AND NOT o.is_ended))
