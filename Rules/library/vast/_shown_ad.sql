-- A linear ad that a player showed, or said that it showed, with what came after it.
-- needs: content_media, creative_length, preflighted
CREATE TABLE _shown_ad (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  root INTEGER NOT NULL REFERENCES document, -- The document that the way to it began with: one pod has one.
  began_us INTEGER NOT NULL, -- When it began: its start, else the impression.
  length_us INTEGER NOT NULL, -- How long it is: as its media, as OMID received it, or as declared.
  still_us INTEGER NOT NULL, -- How long it is known to have stood still.
  is_halted INTEGER NOT NULL, -- 1 when it stood still before its end, and did not go on.
  is_skippable INTEGER NOT NULL, -- 1 when it may end before its end without a fault: skippable, or with code of its own.
  next_us INTEGER, -- When the next ad began.
  next_play INTEGER REFERENCES ad_play, -- The next ad.
  next_root INTEGER REFERENCES document, -- Its way's first document.
  content_us INTEGER, -- When the content was asked for again, after it had stood still.
  content INTEGER REFERENCES exchange, -- That request.
  KEY (ad_play)
) AS
WITH begun AS MATERIALIZED (
  SELECT p.id AS ad_play, p.ad,
    -- What is far off is a mistake in the call, not a length.
    coalesce(l.length_us, iif(t.told_us BETWEEN 0.8 * p.duration_us AND 1.25 * p.duration_us, t.told_us, p.duration_us))
    AS length_us,
    coalesce(min(coalesce(w.asked_us, p.start_us), coalesce(t.at_us, p.start_us)), t.at_us, p.impression_us)
    AS began_us,
    coalesce((SELECT max(f.stalled_us) FROM firing f WHERE f.ad_play = p.id AND f.family = 'vast'), 0) AS still_us
  FROM ad_play p LEFT JOIN creative_length l ON l.run = :run AND l.ad_play = p.id LEFT JOIN (
    SELECT ad_play, max(length_us) AS told_us, min(start_us) AS at_us
    FROM omid_play WHERE run = :run AND rank = 1 AND start_us IS NOT NULL GROUP BY ad_play) t ON t.ad_play = p.id
  LEFT JOIN (
    SELECT f.ad_play, min(q.asked_us) AS asked_us FROM preflighted q JOIN firing f ON f.exchange = q.exchange
    WHERE q.run = :run AND f.family = 'vast' AND f.event = 'start' AND f.is_sure GROUP BY f.ad_play) w
    ON w.ad_play = p.id
  WHERE p.run = :run AND p.family = 'vast' AND p.duration_us > 0),
placed AS MATERIALIZED (
  SELECT b.*, lead(b.began_us) OVER w AS next_us, lead(b.ad_play) OVER w AS next_play, r.document AS root,
    lead(r.document) OVER w AS next_root
  FROM begun b
  JOIN (SELECT ad_play, ad, max(level) FROM ad_chain WHERE run = :run GROUP BY ad_play) u ON u.ad_play = b.ad_play
  JOIN ad r ON r.id = u.ad
  WHERE b.began_us IS NOT NULL WINDOW w AS (ORDER BY b.began_us, b.ad_play))
SELECT p.ad_play, p.root, p.began_us, p.length_us, p.still_us,
  EXISTS (
    SELECT 1 FROM playback b WHERE b.ad_play = p.ad_play AND b.state IN ('paused', 'buffering') AND b.to_us IS NULL
      AND b.from_us < p.began_us + p.still_us + p.length_us - 1500000) AS is_halted,
  EXISTS (SELECT 1 FROM ad_chain u WHERE u.ad_play = p.ad_play AND u.skip_offset_us IS NOT NULL)
  OR EXISTS (SELECT 1 FROM ad a WHERE a.id = p.ad AND a.skip_offset IS NOT NULL)
  OR EXISTS (SELECT 1 FROM interactive_ad i WHERE i.ad = p.ad) AS is_skippable,
  p.next_us, p.next_play, p.next_root,
  -- Where content is fetched on and on, its next piece says nothing, nor does content behind another ad. Pieces that
  -- follow one another at once fill a buffer.
  CASE WHEN coalesce(c.at_us < p.next_us, 1) AND NOT EXISTS (
    SELECT 1 FROM content_media m
    WHERE m.run = :run AND m.at_us > p.began_us + 1000000 AND m.at_us < c.at_us AND m.at_us - m.before_us > 1000000)
    THEN c.at_us END AS content_us,
  c.exchange AS content
FROM placed p LEFT JOIN (
  -- The first piece of the content after it had stood still.
  SELECT p.ad_play, min(m.at_us) AS at_us, m.exchange
  FROM placed p JOIN content_media m ON m.run = :run AND m.at_us > p.began_us + 1000000
    AND m.at_us < p.began_us + p.length_us + p.still_us + $us(complete.graceSeconds) + 2000000
    AND coalesce(m.at_us - m.before_us > p.length_us / 2, 1) GROUP BY p.ad_play) c ON c.ad_play = p.ad_play
