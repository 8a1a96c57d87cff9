-- A stitched ad that was played, and how far: from where watching began until then the player fetched as it plays.
-- needs: stream_row
CREATE TABLE paced_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  reached_us INTEGER NOT NULL, -- The place in its media that was surely reached; more than its length where it was played to the end.
  KEY (ad)
) AS
WITH
-- Of a stream that has ended all segments are there to be fetched, and a player fetches the next one when it has played
-- one: the row says when each place was played, as long as nobody paused or jumped.
-- Of a stream that grows that holds for who came in where it is shown live, three target durations behind its end (RFC
-- 8216,
-- section 6.3.3): nobody can jump ahead of that.
row AS MATERIALIZED (
  SELECT
    r.stream AS stream, r.first_us AS first_us, r.last_us AS last_us, r.media_from_us AS from_us,
    r.media_to_us AS to_us
  FROM stream_row r
  WHERE r.run = :run AND (
      r.stream NOT IN (
        SELECT g.stream FROM playlist_reading g WHERE g.run = :run AND g.is_grown AND g.document <> g.stream)
      OR r.media_from_us >= (
        SELECT max(p.media_to_us) - 3 * max(p.target_us) - $us(order.slackMs)
        FROM playlist_reading p JOIN document d ON d.id = p.document
        WHERE p.run = :run AND p.stream = r.stream AND d.at_us <= r.first_us))
),
shown AS MATERIALIZED (
  SELECT
    p.ad AS ad, r.*, r.first_us + p.media_from_us - r.from_us AS begun_us,
    r.first_us + p.media_to_us - r.from_us AS over_us,
    r.to_us - $us(ssai.bufferSeconds) - p.media_from_us AS shown_us
  FROM stitched_place p JOIN row r ON r.stream = p.stream AND r.from_us <= p.media_from_us
  WHERE p.run = :run AND r.last_us >= r.first_us + p.media_from_us - r.from_us + $us(player.pollSeconds)
),
fetch AS MATERIALIZED (
  SELECT f.stream AS stream, x.at_us AS at_us, f.media_us AS media_us, f.duration_us AS duration_us,
    f.media_us + f.duration_us - x.at_us AS lead_us
  FROM segment_fetch f JOIN exchange x ON x.id = f.exchange WHERE f.run = :run AND f.media_us IS NOT NULL
)
SELECT s.ad AS ad,
  -- A slow network gives the pace of playing too: who was not ahead of it at first has played what no buffer can hold.
  min(max(l.at_us) - s.begun_us - $us(player.pollSeconds) - (max(l.lead_us) - min(l.lead_us)),
      iif(min(l.lead_us) - s.from_us + s.first_us >= 2 * max(l.duration_us), 9e18, s.shown_us)) AS reached_us
FROM shown s JOIN fetch l ON l.stream = s.stream AND l.media_us >= s.from_us AND l.media_us < s.to_us
  AND l.at_us >= (SELECT max(b.at_us) FROM fetch b WHERE b.stream = s.stream AND b.at_us <= s.begun_us)
  AND l.at_us <= coalesce((
    SELECT min(b.at_us) FROM fetch b
    WHERE b.stream = s.stream AND b.at_us >= s.over_us + $us(player.pollSeconds)), s.last_us)
GROUP BY s.ad
-- Who pauses falls behind, who jumps gets ahead.
HAVING max(l.lead_us) - min(l.lead_us) <= 3 * max(l.duration_us) / 2
