-- A time in which content was not asked for, between pieces that came one by one: for a buffer's length behind it nobody paused
-- or jumped.
-- needs: content_media
CREATE TABLE content_halt (
  host TEXT NOT NULL, -- The host of the content.
  to_us INTEGER NOT NULL, -- When the piece behind it was.
  from_us INTEGER NOT NULL, -- When the piece before it was asked for.
  length_us INTEGER NOT NULL, -- How much longer that took than from one piece to the next.
  KEY (host, to_us)
) AS
WITH piece AS MATERIALIZED (
  SELECT x.host, c.at_us, lag(c.at_us) OVER w AS before_us, c.at_us - lag(c.at_us) OVER w AS gap_us,
    lead(c.at_us) OVER w - c.at_us AS pace_us
  FROM content_media c JOIN exchange x ON x.id = c.exchange
  WHERE c.run = :run WINDOW w AS (PARTITION BY x.host ORDER BY c.at_us))
SELECT p.host, p.before_us AS from_us, p.at_us AS to_us, p.gap_us - p.pace_us AS length_us FROM piece p
WHERE p.gap_us > p.pace_us * 3 / 2
  AND EXISTS (SELECT 1 FROM piece q WHERE q.host = p.host AND q.at_us >= p.at_us + $us(ssai.bufferSeconds) - p.pace_us)
  AND NOT EXISTS (
    SELECT 1 FROM piece q
    WHERE q.host = p.host AND q.at_us > p.at_us AND q.at_us <= p.at_us + $us(ssai.bufferSeconds)
      AND q.gap_us NOT BETWEEN p.pace_us / 2 AND p.pace_us * 3 / 2)
