-- How the viewer came over a beacon that was not sent, between two that were.
-- needs: stitched_silence, stitched_seat, viewer_mark, stream_row, stream_extent, scheduled_ad
CREATE TABLE stitched_gap (
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker that was not sent.
  after_us INTEGER NOT NULL, -- When the viewer was known to be behind it.
  way TEXT NOT NULL, -- passed by playing, sought, as the player's log says, jumped, as time says, or perhaps.
  KEY (tracker)
) AS
WITH gap AS MATERIALIZED (
  SELECT s.*, b.ad = n.ad AND b.is_sent AS inside, n.place AS after_place, n.ad AS after_ad, n.at_us AS after_us,
    b.at_us AS before_us, n.at_us - b.at_us AS took_us, n.media_us - b.media_us AS media_us,
    n.unknown = b.unknown AND n.break = b.break AS measured, b.is_sent AS seen, n.is_entered AS entered,
    -- Who takes as long from break to break as they are apart has played what is between.
    abs(n.at_us - b.at_us - n.placed_us + b.placed_us) <= $us(player.pollSeconds) + $us(order.slackMs) AS on_time,
    b.place = 5 AND b.key = c.seat * 10 - 5 AND b.break = c.break AS is_next,
    -- Nobody can jump to the edge of a stream that has ended, nor where none that was watched grew.
    coalesce(l.is_ended, 0) OR NOT EXISTS (
      SELECT 1 FROM stream_extent o WHERE o.run = :run AND o.is_live AND NOT o.is_ended) AS settled
  FROM stitched_silence s LEFT JOIN stream_extent l ON l.run = s.run AND l.stream = s.stream
  LEFT JOIN viewer_mark b ON b.run = s.run AND b.stream = s.stream AND b.key = s.before
  JOIN viewer_mark n ON n.run = s.run AND n.stream = s.stream AND n.key = s.after
  JOIN stitched_seat c ON c.run = s.run AND c.ad = s.ad WHERE s.run = :run),
said AS MATERIALIZED (
  SELECT c.at_us, lower(c.name) AS name FROM call c WHERE c.run = :run AND c.kind = 'event' AND c.source = 'player'),
-- The last that was sent of a stream of which nothing was fetched any more, though recording went on.
closing AS MATERIALIZED (
  SELECT m.stream, max(m.key) AS key
  FROM viewer_mark m JOIN stitched_seat c ON c.run = m.run AND c.ad = m.ad
  JOIN stream_extent e ON e.run = m.run AND e.stream = c.media
  WHERE m.run = :run GROUP BY m.stream HAVING max(m.at_us) > max(e.last_us)
    AND max(m.at_us) + $us(complete.graceSeconds) < (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run)),
-- What was sent just when who had played on since the first segment got there, with the ads in between.
led AS MATERIALIZED (
  SELECT m.stream, m.key, c.ad FROM viewer_mark m JOIN stitched_place p ON p.run = m.run AND p.ad = m.ad
  JOIN stream_row r ON r.run = m.run AND r.stream = p.stream AND r.media_to_us > p.media_from_us
  JOIN stitched_place c ON c.run = m.run AND c.stream = p.stream AND c.media_from_us > r.media_from_us
  WHERE m.run = :run AND m.is_sent AND r.media_from_us < p.media_from_us
    AND m.at_us - r.first_us - m.placed_us + r.media_from_us
    BETWEEN -$us(order.slackMs) AND 2 * $us(player.pollSeconds))
SELECT g.tracker, g.after_us,
  CASE
    WHEN EXISTS (
      SELECT 1 FROM said k WHERE substr(k.name, 1, 4) = 'seek' AND k.at_us BETWEEN g.before_us AND g.after_us)
    THEN 'sought'
    -- Another URL of the same event was requested, or the event that stands for the same moment.
    WHEN g.before = g.low OR g.after = g.high OR g.place = 0 AND g.after_ad = g.ad AND g.after_place = 1
    OR g.seen AND (g.place = 1 AND g.before = g.low - 1
        OR g.place < 2 AND g.before >= g.low - g.place - 5 AND g.measured) THEN 'passed'
    -- Nobody comes into the middle of what must not be skipped.
    WHEN g.before IS NULL THEN iif((g.stream, g.after, g.ad) IN (SELECT * FROM led) OR g.after_ad = g.ad AND g.ad IN (
      SELECT k.ad FROM scheduled_ad k WHERE k.run = :run AND k.is_kept), 'passed', 'jumped')
    WHEN NOT g.measured AND (g.inside OR g.on_time AND (g.is_next OR g.settled OR NOT g.is_many)) THEN 'passed'
    -- Who pauses in an ad of a live stream may go on at its edge, as if nothing had been.
    WHEN NOT g.measured THEN iif(g.on_time, 'perhaps', 'jumped')
    WHEN g.inside AND g.length_us < 4000000 THEN 'passed'
    -- Who jumps to the end of an ad comes to what follows; an app that is closed sends what is left and nothing more.
    WHEN g.inside AND g.after_place = 5 AND (g.stream, g.after) IN (SELECT stream, key FROM closing) THEN 'passed'
    WHEN g.took_us < g.media_us - $us(player.pollSeconds) - $us(order.slackMs) THEN 'jumped'
    WHEN EXISTS (SELECT 1 FROM said k WHERE k.name IN ('play', 'playing')) THEN 'passed'
    WHEN g.inside THEN iif(g.is_many AND NOT g.settled, 'perhaps', 'passed')
    WHEN g.entered OR g.took_us > g.media_us * 5 / 4 + $us(quartile.lateSeconds) THEN 'jumped'
    WHEN NOT g.seen OR g.after_place < 2 AND (NOT g.is_many OR g.settled) THEN 'passed'
    WHEN g.is_many AND g.after_place > 1 THEN 'jumped' ELSE iif(g.settled, 'passed', 'perhaps')
  END AS way
FROM gap g
