-- A tracker of a stitched ad that was shown, and that was not sent; with what was sent before and after it.
-- needs: stitched_shown, stitched_seat, viewer_mark, skipped_stretch, stream_extent, event_contract
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
WITH silence AS MATERIALIZED (
  SELECT t.id AS tracker, t.ad, t.event, t.url, t.place, c.stream, c.length_us,
    -- An event of the server's own may stand anywhere in the ad.
    c.seat * 10 + coalesce(t.place, 1.5) AS low, c.seat * 10 + coalesce(t.place, 4.5) AS high,
    c.seat * 4 + max(coalesce(t.place, 1), 1) - 1 AS moment, c.media, c.unknown,
    c.media_us + coalesce(c.length_us, 0) * (max(coalesce(t.place, 1), 1) - 1) / 4 AS media_us
  FROM stitched_shown p JOIN stitched_seat c ON c.run = p.run AND c.ad = p.ad
  JOIN tracker t ON t.ad = p.ad AND t.family = 'ssai'
  WHERE p.run = :run AND NOT EXISTS (SELECT 1 FROM firing f WHERE f.tracker = t.id)
    AND replace(replace(replace(lower(t.event), '_', ''), '-', ''), ' ', '')
    -- What only a user, an error, or what was seen of an ad causes is not owed; of viewable, notViewable and
    -- viewUndetermined at most one is sent, and only by a player that measures.
    NOT IN (
      SELECT lower(c.event) FROM event_contract c
      WHERE c.run = :run AND c.family = 'vast' AND c.grp IN ('interaction', 'condition', 'end', 'error')
      UNION VALUES ('clickthrough'), ('click'), ('adclick'), ('iconclick'), ('iconclickthrough'), ('stop'), ('skipad'),
        ('iconclickfallbackimage'), ('companionview'), ('companionclick'), ('companionclickthrough'), ('fallback'),
        ('nonlinearclick'), ('nonlinearclickthrough'), ('verificationnotexecuted'), ('backtocontent'), ('surveyview'),
        ('timespentviewing'))
    -- Who comes in where the ad ends has not seen its end.
    AND NOT EXISTS (
      SELECT 1 FROM stitched_place g JOIN skipped_stretch k ON k.run = g.run AND k.stream = g.stream
      WHERE g.run = :run AND g.ad = t.ad
        AND g.media_from_us + (g.media_to_us - g.media_from_us) * (max(t.place, 1) - 1) / 4
        BETWEEN k.from_us AND k.to_us + iif(t.place = 5, 2 * $us(order.slackMs), 0))),
-- A live stream is asked for anew as long as it is watched; who opens another has left it.
abandoned AS MATERIALIZED (
  SELECT e.stream, min(coalesce(o.first_us, 9e18), e.last_us + 3 * e.target_us / 2) AS at_us
  FROM stream_extent e LEFT JOIN stream_extent o ON o.run = :run AND o.first_us > e.last_us
  WHERE e.run = :run AND e.is_live AND NOT e.is_ended)
SELECT tracker, ad, event, url, place, low, high, stream, length_us, before, after,
  max(moment) OVER w > min(moment) OVER w AS is_many
FROM (
  SELECT
    s.*, (SELECT max(m.key) FROM viewer_mark m WHERE m.run = :run AND m.stream = s.stream AND m.key <= s.low) AS before,
    (SELECT min(m.key) FROM viewer_mark m WHERE m.run = :run AND m.stream = s.stream AND m.key >= s.high) AS after
  FROM silence s) s
WHERE after IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM viewer_mark m JOIN abandoned b ON b.stream = s.media
  WHERE m.run = :run AND m.stream = s.stream AND m.key = s.before AND m.unknown = s.unknown
    AND b.at_us < m.at_us + s.media_us - m.media_us - $us(player.pollSeconds))
WINDOW w AS (PARTITION BY stream, before, after)
