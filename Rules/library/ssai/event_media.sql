-- An event of a stitched ad of which media were in sight, and when the media that it reports was asked for.
-- needs: refused_ad, stream_extent, stream_fetch, stream_jump, stream_leap, stream_row
CREATE TABLE event_media (
  firing INTEGER NOT NULL REFERENCES firing, -- The event's beacon.
  way TEXT NOT NULL, -- asked in time, later, skipped to later, never, gone when no media at all was asked for any more, left when the viewer had jumped on behind the ad, unasked when only what lies behind the ad was asked for, passed when nothing can hide that, or refused.
  ahead_us INTEGER, -- How long before its media was asked for the event was sent; NULL where that was not.
  exchange INTEGER REFERENCES exchange, -- The request for it, or for what lies behind it; else the last of the ad, or the refused one.
  asked_us INTEGER, -- When that was sent.
  since_us INTEGER NOT NULL, -- When the ad's first media was asked for; where none was, when the ad was listed.
  KEY (firing)
) AS
WITH told AS MATERIALIZED (
  SELECT f.id AS firing, f.at_us, f.place, p.ad FROM firing f JOIN ad_play p ON p.id = f.ad_play
  WHERE f.run = :run AND f.family = 'ssai' AND f.is_sure AND f.place IS NOT NULL AND p.nth = 1),
-- How much of an ad lies in front of the live window that was read first is not known.
span AS MATERIALIZED (
  SELECT p.ad, p.stream, d.kind = 'asset-list' AS is_apart, p.media_from_us, p.media_to_us,
    min(p.media_to_us - p.media_from_us, coalesce(a.duration_us, 9e18)) AS length_us,
    coalesce(min(f.at_us), d.at_us) AS since_us, max(f.at_us) AS last_us,
    max(f.media_us + f.duration_us) AS held_us,
    max(coalesce(max(f.duration_us), 0), coalesce(e.target_us, 0)) AS late_us
  FROM stitched_place p JOIN ad a ON a.id = p.ad JOIN document d ON d.id = a.document
  JOIN stream_extent e ON e.run = p.run AND e.stream = p.stream
  LEFT JOIN stream_fetch f ON f.run = p.run AND f.ad = p.ad AND f.stream = p.stream
  WHERE p.run = :run AND (p.media_from_us > e.from_us OR NOT e.is_live)
    -- A tracking list counts from the session's beginning: who records later does not know where its ads stand, nor
    -- what of any ad was asked for before.
    AND (d.kind <> 'mediatailor' AND f.ad IS NOT NULL
        OR p.stream IN (SELECT r.stream FROM stream_row r WHERE r.run = :run AND r.is_joined)) GROUP BY p.ad),
-- A segment that holds the place, or lies behind it. Where it stands is not known of every segment.
asked AS MATERIALIZED (
  SELECT t.firing, t.at_us, s.*, f.exchange, f.is_next,
    -- One request may be lost.
    sum(f.media_us IS NULL) > 0
    OR s.held_us + s.late_us >= s.media_from_us + s.length_us * (t.place - 1) / 4 AS is_held,
    sum(f.at_us <= t.at_us AND f.media_us > s.media_to_us + $us(ssai.bufferSeconds)) > 0 AS is_far,
    -- The columns beside a minimum are those of its row.
    min(f.at_us) AS asked_us
  -- Of an ad that is fetched only after its events, as when it is played again, the first play is not in sight.
  FROM told t JOIN span s ON s.ad = t.ad AND s.since_us <= t.at_us + s.late_us
  LEFT JOIN stream_fetch f ON f.run = :run AND f.stream = s.stream AND f.at_us >= s.since_us
    AND (f.media_us IS NULL OR f.media_us + f.duration_us
        >= s.media_from_us + s.length_us * (t.place - 1) / 4 - $us(order.slackMs))
  WHERE t.place > 1 GROUP BY t.firing)
SELECT firing, CASE
  -- No buffer reaches from the ad to what was asked for, content beside the ads was left out with them, and neither a
  -- cache, which Apple's player does not have, nor other media nor another host can have shown it.
  WHEN last_us IS NULL AND is_far AND EXISTS (
    SELECT 1 FROM stream_leap l JOIN stitched_place p ON p.run = :run AND p.stream = l.stream
      AND p.media_from_us < l.media_us AND p.media_to_us > coalesce(l.end_us, 0)
    WHERE l.run = :run AND l.stream = a.stream AND a.media_from_us BETWEEN coalesce(l.end_us, 0) AND l.media_us
    GROUP BY l.at_us HAVING sum(p.media_to_us - p.media_from_us) + $us(order.slackMs)
      < l.media_us - coalesce(l.end_us, min(p.media_from_us)))
  AND (SELECT max(r.fetch) IS NULL AND min(r.host = x.host) FROM resource r, exchange x
    WHERE r.ad = a.ad AND r.kind = 'segment' AND x.id = a.exchange) AND NOT EXISTS (
      SELECT 1 FROM exchange x JOIN sender s ON s.exchange = x.id
      LEFT JOIN stream_fetch g ON g.exchange = x.id AND g.stream = a.stream
      WHERE x.run = :run AND x.at_us BETWEEN a.since_us AND a.at_us AND iif(g.exchange IS NULL, x.is_media,
          coalesce(s.user_agent NOT LIKE 'applecoremedia/%', 1))) THEN 'passed'
  -- No buffer reaches from the ad to there.
  WHEN (
    SELECT j.media_us FROM stream_jump j
    WHERE j.run = :run AND j.stream = a.stream AND j.at_us < a.at_us - $us(quartile.lateSeconds)
    ORDER BY j.at_us DESC LIMIT 1) > a.media_to_us + $us(ssai.bufferSeconds) THEN 'left'
  WHEN coalesce(asked_us, (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run)) <= at_us + late_us
  THEN iif(is_held, 'asked', 'unasked')
  WHEN asked_us IS NOT NULL THEN iif(is_next, 'later', 'skipped')
  -- An asset is a stream of its own, beside that of the content.
  WHEN EXISTS (
    SELECT 1 FROM exchange x LEFT JOIN segment_fetch g ON g.exchange = x.id
    WHERE x.run = :run AND x.at_us > last_us AND iif(g.stream IS NULL, x.is_media, is_apart OR g.stream = a.stream))
  THEN 'never' ELSE 'gone' END AS way, asked_us - at_us AS ahead_us, exchange, asked_us, since_us
-- An ad of which nothing was asked for is compared with what lies behind it.
FROM asked a
WHERE last_us IS NOT NULL OR asked_us IS NOT NULL AND ad NOT IN (
  SELECT g.ad FROM segment_fetch g WHERE g.run = :run AND g.ad IS NOT NULL)
UNION ALL SELECT t.firing, 'refused', NULL, r.exchange, r.at_us, r.at_us
FROM told t JOIN refused_ad r ON r.run = :run AND r.ad = t.ad JOIN exchange q ON q.id = r.exchange
WHERE r.ad NOT IN (SELECT f.ad FROM stream_fetch f WHERE f.run = :run AND f.ad IS NOT NULL) AND NOT EXISTS (
  -- Another host may have had it.
  SELECT 1 FROM exchange x
  WHERE x.run = :run AND x.status < 400 AND (x.path = q.path OR r.is_segment AND x.file = q.file AND x.id NOT IN (
    SELECT g.exchange FROM segment_fetch g WHERE g.run = :run AND g.media_us IS NOT NULL)))
