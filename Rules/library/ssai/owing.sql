-- Stitched ads of which segments were fetched, and of which nothing that they declare was sent; and sessions that listed no ad.
-- needs: stitched_shown, stitched_event, stray_request, unlisted_media, stream_leap
INSERT INTO owing
SELECT 'ssai' AS family, 'the segments of a stitched ad were fetched, and none of its beacons was seen' AS what,
  -- Asking for the list of a session shows nothing of its reporting.
  NOT EXISTS (SELECT 1 FROM stitched_event e WHERE e.run = :run) AS is_alone, p.evidence_table, p.evidence_id
FROM stitched_shown p WHERE p.run = :run AND p.evidence_table = 'exchange'
  AND EXISTS (SELECT 1 FROM tracker t WHERE t.ad = p.ad AND t.family = 'ssai')
  AND NOT EXISTS (SELECT 1 FROM stitched_event f WHERE f.run = p.run AND f.ad = p.ad)
UNION ALL
-- Who opens a stream reads its variants first, or the manifest that lists all of it.
SELECT 'ssai',
  'the recording began in a stream, behind ads that its playlist lists: whether they were reported is not in it', 0,
  'ad', min(p.ad) FROM stitched_place p
WHERE p.run = :run AND EXISTS (SELECT 1 FROM tracker t WHERE t.ad = p.ad AND t.family = 'ssai')
  AND p.media_to_us <= (SELECT min(f.media_us) FROM segment_fetch f WHERE f.run = :run AND f.stream = p.stream)
  AND NOT EXISTS (SELECT 1 FROM stitched_event e WHERE e.run = :run) AND NOT EXISTS (
    SELECT 1 FROM document d
    WHERE d.run = :run AND d.kind = 'playlist' AND d.label IN ('multivariant playlist', 'static manifest'))
GROUP BY p.stream
UNION ALL
SELECT 'ssai', 'an ad lies where nothing was recorded and the stream went on: what was due is not known', 1, 'ad',
  min(p.ad)
FROM stream_leap k JOIN blind b ON b.run = k.run AND b.id IS NOT NULL AND b.hides <> 'calls'
  AND coalesce(b.host, b.server) IS NULL AND b.since_us < k.at_us AND b.until_us > k.since_us
JOIN stitched_place p ON p.run = k.run AND p.stream = k.stream
  AND p.media_from_us >= k.end_us - $us(order.slackMs) AND p.media_to_us <= k.media_us + $us(order.slackMs)
WHERE k.run = :run AND EXISTS (SELECT 1 FROM tracker t WHERE t.ad = p.ad AND t.family = 'ssai')
  AND p.ad NOT IN (SELECT e.ad FROM stitched_event e WHERE e.run = :run) GROUP BY k.stream
UNION ALL SELECT
  'ssai', 'beacons were sent before anything in sight declares them: what was due with them is not known', 1, 'ad', t.ad
FROM tracker t JOIN document d ON d.id = t.document
JOIN stray_request x ON x.run = t.run AND x.url = t.url AND x.at_us < d.at_us
WHERE t.run = :run AND t.family = 'ssai' AND t.ad IS NOT NULL GROUP BY t.ad
UNION ALL SELECT 'ssai', CASE b.kind
  WHEN 'tracking-poll'
  THEN 'the tracking list of a session was asked for, and it named no ad: nothing of its reporting was seen'
  ELSE 'tracking lists of a session were asked for, and none of them was read: what was due is not known' END, 1,
  'beacon', min(b.id) FROM beacon b WHERE b.run = :run AND b.family = 'ssai' AND CASE b.kind
    WHEN 'tracking-poll' THEN NOT EXISTS (SELECT 1 FROM ad a WHERE a.run = :run)
    WHEN 'tracking-unread' THEN NOT EXISTS (SELECT 1 FROM tracking_poll p WHERE p.run = :run) END GROUP BY b.kind
UNION ALL
-- From the host of the ads of a live stream comes no content. What fills a break without ads is there, too, and a list
-- that was read names none.
SELECT 'ssai', 'media came from where ads come from, and no tracking list was read then: what was due is not known', 1,
  'exchange', min(exchange) FILTER (WHERE ad IS NULL)
FROM (
  SELECT f.exchange, f.ad, x.host, EXISTS (
    SELECT 1 FROM tracking_poll p
    WHERE p.run = :run AND p.at_us BETWEEN x.at_us AND x.at_us + $us(ssai.bufferSeconds)) AS is_read
  FROM segment_fetch f JOIN exchange x ON x.id = f.exchange
  WHERE f.run = :run AND f.stream IN (SELECT r.stream FROM playlist_reading r WHERE r.run = :run AND r.is_grown = 1)
    AND x.at_us + $us(ssai.bufferSeconds) < (SELECT max(y.at_us) FROM exchange y WHERE y.run = :run))
WHERE EXISTS (SELECT 1 FROM tracking_poll p WHERE p.run = :run) GROUP BY host
HAVING count(ad) > 0 AND count(ad) < count(*) AND NOT max(ad IS NULL AND is_read)
UNION ALL SELECT
  'ssai', 'media came from the host of MediaTailor''s ads, and no tracking list was read: what was due is not known', 1,
  'exchange', min(u.exchange) FROM unlisted_media u WHERE u.run = :run HAVING count(*) > 0
