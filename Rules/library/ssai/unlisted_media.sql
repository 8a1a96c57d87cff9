-- Media from the host of MediaTailor's ads, of a session whose tracking list was due and was not read.
-- needs: stream_extent
CREATE TABLE unlisted_media (
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request for the media.
  at_us INTEGER NOT NULL, -- When it was sent.
  KEY (exchange)
) AS
WITH piece AS MATERIALIZED (
  SELECT x.id AS exchange, x.at_us, EXISTS (
    SELECT 1 FROM segment_fetch f JOIN stream_extent e ON e.run = :run AND e.stream = f.stream
    WHERE f.exchange = x.id AND e.is_live) AS is_live
  FROM exchange x WHERE x.run = :run AND x.is_media AND x.host LIKE 'segments.mediatailor.%.amazonaws.com'
    AND NOT EXISTS (SELECT 1 FROM segment_fetch f WHERE f.exchange = x.id AND f.ad IS NOT NULL)),
-- Who reports for itself opens the session by POST, or asks for its list. Of a host that was hidden nobody knows
-- whether it was asked. Where MediaTailor reports, the player asks for playlists and media alone.
asked AS MATERIALIZED (
  SELECT b.at_us, b.kind = 'tracking-session' AS is_opening FROM beacon b
  WHERE b.run = :run AND b.family = 'ssai' AND b.kind IN ('tracking-session', 'tracking-unread')
  UNION ALL SELECT b.since_us, 0 FROM blind b
  WHERE b.run = :run AND b.hides IN ('requests', 'both')
    AND b.host LIKE '%.mediatailor.%.amazonaws.com' AND b.host NOT LIKE 'segments.%')
SELECT p.exchange, p.at_us FROM piece p
WHERE EXISTS (SELECT 1 FROM asked a WHERE a.at_us <= p.at_us) AND NOT EXISTS (
  SELECT 1 FROM tracking_poll r WHERE r.run = :run AND r.at_us >= coalesce((
    SELECT max(a.at_us) FROM asked a WHERE a.is_opening AND a.at_us <= p.at_us), 0)
    -- At the edge of a live stream an ad is listed while its media is.
    AND (NOT p.is_live OR r.at_us BETWEEN p.at_us - $us(ssai.bufferSeconds) AND p.at_us + $us(ssai.bufferSeconds)))
