-- How far a stream with a dated programme was played on from its first segment in sight, and without a jump.
CREATE TABLE programme_passed (
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  from_us INTEGER NOT NULL, -- The programme's date from which on segments were fetched in a row.
  to_us INTEGER NOT NULL, -- The date up to which they were.
  first_us INTEGER NOT NULL, -- When the first of them was asked for.
  last_us INTEGER NOT NULL, -- When the last was.
  played_us INTEGER NOT NULL, -- The date that had been shown by then, if the player buffers no more than it may.
  evidence INTEGER NOT NULL REFERENCES exchange, -- The last request.
  INDEX (stream, from_us)
) AS
WITH
fetch AS MATERIALIZED (
  SELECT f.*, x.at_us AS at_us,
    lag(f.program_us + f.duration_us) OVER (PARTITION BY f.stream ORDER BY x.at_us, f.program_us, x.id) AS before_us
  FROM segment_fetch f JOIN exchange x ON x.id = f.exchange
  WHERE f.run = :run AND f.program_us IS NOT NULL
),
-- Segments may be asked for side by side; two that are missing between two are a jump.
row AS MATERIALIZED (
  SELECT
    f.*, sum(coalesce(abs(f.program_us - f.before_us) > 2 * f.duration_us, 0)) OVER w AS nth
  FROM fetch f WINDOW w AS (PARTITION BY f.stream ORDER BY f.at_us, f.program_us, f.exchange)
)
SELECT
  stream, min(program_us) AS from_us, max(program_us + duration_us) AS to_us, min(at_us) AS first_us,
  max(at_us) AS last_us,
  min(max(program_us + duration_us) - $us(ssai.bufferSeconds), min(program_us) + max(at_us) - min(at_us)) AS played_us,
  max(iif(is_last, exchange, NULL)) AS evidence
FROM (
  SELECT *, row_number() OVER (PARTITION BY stream, nth ORDER BY at_us DESC, program_us DESC, exchange) = 1 AS is_last
  FROM row)
GROUP BY stream, nth
