-- An ad of which nothing was verified any more, although the stream was played on past its end, or the capture ended inside it.
-- needs: dai_break, dai_step, dai_tag, dai_verification, dai_seat, logged_break_end, stream_leap, stream_row, passed_interlude
CREATE TABLE dai_silence (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The last verification of the ad.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was sent.
  type TEXT NOT NULL, -- What it stands for.
  until_us INTEGER NOT NULL, -- When the ad was over, or when its stream was asked for after that.
  why TEXT NOT NULL, -- played: its segments were fetched as they are played, or the content went on behind its pod. polled: its metadata were asked for. asked: the stream that holds it was. ended: the capture was over.
  KEY (beacon)
) AS
WITH
-- The media between two discontinuities: an ad that is ended early is one that is shorter than it should be.
stretch AS MATERIALIZED (
  SELECT min(x.at_us) AS at_us, f.stretch_us AS length_us FROM segment_fetch f JOIN exchange x ON x.id = f.exchange
  WHERE f.run = :run AND f.media_us IS NOT NULL GROUP BY f.stream, f.stretch_from_us),
-- Until the ad was over nothing else was verified either.
silent AS MATERIALIZED (
  SELECT session, beacon, at_us, type, ad, at_us + (5 - place) * quarter_us + $us(order.slackMs) AS over_us,
    at_us + quarter_us + $us(quartile.lateSeconds) AS next_us,
    -- 1 where one that ends before the next tag may be the ad's, 2 where there is no other.
    (SELECT 1 + min(coalesce(s.length_us, 9e18) < place * quarter_us * 4 / 5) FROM stretch s
      WHERE t.at_us - s.at_us - (place - 1) * quarter_us * 4 / 5
        BETWEEN -$us(player.pollSeconds) AND $us(ssai.bufferSeconds)
      HAVING max(s.length_us >= (place - 1) * quarter_us * 4 / 5 - $us(order.slackMs)
          AND s.length_us < place * quarter_us * 4 / 5)) AS cut
  FROM (
    SELECT *, coalesce(length_us / 4, iif(place = before_place + 1, at_us - before_us, NULL)) * 5 / 4 AS quarter_us
    FROM dai_step WHERE run = :run) t
  WHERE place < 5 AND quarter_us IS NOT NULL AND EXISTS (
    SELECT 1 FROM dai_tag k WHERE k.run = :run AND k.session = t.session AND k.place = 5)
    -- The log has the break over before the next tag was due.
    AND NOT EXISTS (
      SELECT 1 FROM logged_break_end b WHERE b.run = :run AND b.at_us BETWEEN t.at_us AND t.at_us + quarter_us * 4 / 5)
    -- Who paused and came back verifies the rest later.
    AND NOT EXISTS (
      SELECT 1 FROM dai_step l WHERE l.run = :run AND l.session = t.session AND l.place > t.place
        AND (l.ad = t.ad OR t.ad IS NULL AND l.before = t.beacon))
    -- The end of the ad in front may leave after its start.
    AND NOT EXISTS (
      SELECT 1 FROM dai_verification v
      WHERE v.run = :run AND v.session = t.session AND v.nth = 1 AND v.type IS NOT 'progress' AND v.at_us > t.at_us
        AND v.at_us <= t.at_us + (5 - t.place) * t.quarter_us + $us(order.slackMs)
        AND (v.at_us <= t.at_us + $us(order.slackMs) AND v.place = 5 AND v.ad <> t.ad) IS NOT TRUE)),
judged AS (
  SELECT e.*,
    (SELECT min(m.at_us) FROM beacon m
      WHERE m.run = :run AND m.family = 'dai' AND m.kind = 'metadata' AND m.at_us > e.over_us AND m.session = e.session)
    AS polled_us,
    -- What was fetched and no buffer holds was played, so far that the next tag was due; of a pod that shows nothing.
    coalesce(h.shown_us >= e.next_us AND e.cut IS NULL, 0)
    -- Who comes back to the content when just the pod's length is over has played the pod to its end.
    OR EXISTS (
      SELECT 1 FROM dai_seat c
      LEFT JOIN passed_interlude u ON u.run = :run AND u.kind = 'pod' AND u.item = c.session || ' ' || c.ad
      WHERE c.run = :run AND c.session = e.session AND c.ad = e.ad AND (c.resumed_us > e.at_us OR u.item IS NOT NULL))
    AS is_played, coalesce(h.last_us > e.over_us, 0) AS is_asked
  FROM silent e LEFT JOIN (
    SELECT s.beacon, max(r.first_us + r.shown_us - r.media_from_us) AS shown_us, max(r.last_us) AS last_us
    FROM silent s JOIN stream_row r ON r.run = :run AND r.is_even AND r.first_us <= s.at_us
    WHERE s.session NOT IN (SELECT d.session FROM dai_break d WHERE d.run = :run)
      -- Who stood still and went on at the edge of a live stream did not play what lies between.
      AND NOT EXISTS (
        SELECT 1 FROM stream_leap k WHERE k.run = :run AND k.stream = r.stream AND k.at_us >= s.at_us
          AND k.since_us <= s.over_us + $us(ssai.bufferSeconds)) GROUP BY s.beacon) h
    ON h.beacon = e.beacon),
capture_end AS MATERIALIZED (
  SELECT (SELECT max(s.to_us) FROM capture_span s WHERE s.run = :run HAVING count(*) = count(s.to_us)) AS at_us,
    max(coalesce((SELECT max(r.last_us) FROM stream_row r WHERE r.run = :run), 0),
        coalesce((SELECT max(p.at_us) FROM playlist_reading p WHERE p.run = :run), 0)) AS watched_us,
    -- What is live is asked for anew as long as it is watched, where it was beside what has ended.
    coalesce((SELECT iif(max(iif(p.is_ended, p.at_us, 0)) > max(iif(p.is_ended, 0, p.at_us)), NULL,
        min($us(dai.aliveSeconds), 2 * max(iif(p.is_ended, 0, p.target_us))))
      FROM playlist_reading p WHERE p.run = :run), $us(dai.aliveSeconds)) AS alive_us)
SELECT e.beacon, e.session, e.at_us, e.type, iif(e.is_played, e.over_us, coalesce(e.polled_us, e.over_us)) AS until_us,
  CASE WHEN e.is_played THEN 'played' WHEN e.polled_us IS NOT NULL THEN 'polled' WHEN e.is_asked THEN 'asked'
    ELSE 'ended' END AS why
FROM judged e, capture_end c WHERE e.cut IS NOT 2 AND (e.is_played OR e.polled_us IS NOT NULL OR e.is_asked
    -- Who left the ad asks for no more of it.
    OR c.at_us < e.over_us AND c.watched_us > c.at_us - c.alive_us)
