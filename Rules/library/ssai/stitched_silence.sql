-- A tracker of a stitched ad that was shown, and that was not sent; with what was sent before and after it.
-- needs: stitched_shown, stitched_seat, viewer_mark, _unowed_event
CREATE TABLE stitched_silence (
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  event TEXT NOT NULL, -- The event.
  url TEXT NOT NULL, -- The URL.
  place INTEGER, -- The place in the ad, as in stitched_event; NULL for an event of the server's own.
  low REAL NOT NULL, -- The first and
  high REAL NOT NULL, -- the last place where it may stand, as the key of viewer_mark.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in stitched_seat.
  length_us INTEGER, -- The ad's length.
  before INTEGER, -- The key of the mark before it.
  after INTEGER, -- The key of the mark after it.
  is_many INTEGER NOT NULL, -- 1 when more than one moment is missing between the two.
  KEY (tracker),
  INDEX (ad)
) AS
WITH
rank(event, place) AS (
  VALUES ('impression', 0), ('start', 1), ('firstQuartile', 2), ('midpoint', 3), ('thirdQuartile', 4), ('complete', 5)
),
silence AS MATERIALIZED (
  SELECT
    t.id AS tracker, t.ad, t.event, t.url, c.stream, c.length_us,
    -- An event of the server's own may stand anywhere in the ad.
    c.seat * 10 + coalesce(r.place, 1.5) AS low, c.seat * 10 + coalesce(r.place, 4.5) AS high,
    c.seat * 4 + max(coalesce(r.place, 1), 1) - 1 AS moment, r.place
  FROM stitched_shown p
  JOIN stitched_seat c ON c.run = p.run AND c.ad = p.ad
  JOIN tracker t ON t.ad = p.ad AND t.family = 'ssai'
  LEFT JOIN rank r ON r.event = t.event
  WHERE p.run = :run AND NOT EXISTS (SELECT 1 FROM firing f WHERE f.tracker = t.id)
    AND replace(replace(replace(lower(t.event), '_', ''), '-', ''), ' ', '')
    NOT IN (SELECT u.event FROM _unowed_event u WHERE u.run = :run)
),
scale AS MATERIALIZED (
  SELECT
    tracker, side, max(mark) OVER (PARTITION BY stream ORDER BY key, mark IS NULL ROWS UNBOUNDED PRECEDING) AS before,
    min(mark) OVER (PARTITION BY stream ORDER BY key DESC, mark IS NULL ROWS UNBOUNDED PRECEDING) AS after
  FROM (
    SELECT stream, key, key AS mark, NULL AS tracker, NULL AS side FROM viewer_mark WHERE run = :run
    UNION ALL
    SELECT stream, low, NULL, tracker, 'low' FROM silence
    UNION ALL
    SELECT stream, high, NULL, tracker, 'high' FROM silence)
),
beside AS MATERIALIZED (
  SELECT tracker, max(iif(side = 'low', before, NULL)) AS before, max(iif(side = 'high', after, NULL)) AS after
  FROM scale WHERE tracker IS NOT NULL GROUP BY tracker
)
SELECT
  s.tracker, s.ad, s.event, s.url, s.place, s.low, s.high, s.stream, s.length_us, b.before, b.after,
  max(s.moment) OVER w > min(s.moment) OVER w AS is_many
FROM silence s JOIN beside b ON b.tracker = s.tracker
WINDOW w AS (PARTITION BY s.stream, b.before, b.after)
