-- A stitched ad that is listed where no segment shows which ads were played, and of which nothing was sent.
-- needs: outplayed_ad, refused_ad, scheduled_ad, skipped_stretch, spare_list, stitched_event, stitched_seat, stitched_shown, stream_extent, stream_row, succeeded_ad
CREATE TABLE unheard_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  listed_us INTEGER NOT NULL, -- When the document that lists it was asked for.
  until_us INTEGER, -- When it had begun, or was over; NULL where nothing shows that.
  is_whole INTEGER NOT NULL, -- 1 when it was over then.
  KEY (ad)
) AS
-- Of each document the first ad that was played and not to its end, and the last that was played at all.
WITH left_in AS MATERIALIZED (
  SELECT p.document, max(p.ordinal) AS last,
    min(iif(p.ad IN (SELECT e.ad FROM stitched_event e WHERE e.run = :run AND e.event = 'complete'), NULL, p.ordinal))
    AS ordinal FROM stitched_shown p WHERE p.run = :run GROUP BY p.document)
SELECT a.id AS ad, d.at_us AS listed_us, coalesce(o.until_us, n.at_us + $us(quartile.lateSeconds)) AS until_us,
  o.ad IS NOT NULL AS is_whole
FROM ad a JOIN document d ON d.id = a.document LEFT JOIN outplayed_ad o ON o.run = a.run AND o.ad = a.id
LEFT JOIN succeeded_ad n ON n.run = a.run AND n.ad = a.id LEFT JOIN stitched_place p ON p.run = a.run AND p.ad = a.id
WHERE a.run = :run AND a.kind = 'stitched' AND a.id NOT IN (SELECT s.ad FROM stitched_shown s WHERE s.run = :run)
  AND NOT EXISTS (
    SELECT 1 FROM resource r WHERE r.run = :run AND r.kind = 'segment' AND r.ad IS NOT NULL AND r.fetch IS NOT NULL)
  AND a.id NOT IN (SELECT o.ad FROM refused_ad o WHERE o.run = :run)
  AND NOT EXISTS (SELECT 1 FROM spare_list l WHERE l.run = :run AND l.document = a.document)
  -- Of an interstitial that may end before its assets do, what was never asked for was not played.
  AND NOT EXISTS (
    SELECT 1 FROM scheduled_ad s JOIN resource r ON r.ad = s.ad AND r.kind = 'playlist'
    WHERE s.run = :run AND s.ad = a.id AND NOT s.is_whole GROUP BY s.ad HAVING max(r.fetch) IS NULL)
  -- A viewer who left in an earlier ad never came to this one.
  AND NOT EXISTS (
    SELECT 1 FROM left_in l WHERE l.document = a.document AND l.ordinal < a.ordinal AND l.last <= a.ordinal)
  -- The stream was not played as far as where it stands.
  AND (p.media_from_us >= (
    SELECT max(r.media_to_us) FROM stream_row r WHERE r.run = a.run AND r.stream = p.stream)) IS NOT TRUE
  AND NOT EXISTS (
    SELECT 1 FROM skipped_stretch k WHERE k.run = a.run AND k.stream = p.stream AND p.media_from_us >= k.from_us
      AND p.media_to_us <= k.to_us + 2 * $us(order.slackMs))
  -- What comes after it was fetched from where it comes from, and it was not: the viewer jumped over it.
  AND NOT EXISTS (
    SELECT 1 FROM segment_fetch f JOIN exchange x ON x.id = f.exchange
    WHERE f.run = a.run AND f.stream = p.stream AND f.media_us >= p.media_to_us AND (EXISTS (
      SELECT 1 FROM resource r
      WHERE r.document = a.document AND r.ad = a.id AND r.kind = 'segment' AND r.host = x.host)
        OR EXISTS (SELECT 1 FROM segment_fetch o WHERE o.run = a.run AND o.stream = p.stream AND o.ad IS NOT NULL)))
  -- Watching began behind it: content that stands in front of it was not fetched either, and nothing hid that.
  AND NOT EXISTS (
    SELECT 1 FROM stitched_seat c
    JOIN stream_extent e ON e.run = a.run AND e.stream = p.stream AND p.media_from_us > e.from_us + c.media_us
    JOIN segment_fetch f ON f.run = a.run AND f.stream = p.stream JOIN exchange x ON x.id = f.exchange
    WHERE c.run = a.run AND c.ad = a.id AND c.unknown = 0 GROUP BY c.ad
    HAVING min(f.media_us) >= p.media_to_us AND NOT EXISTS (
      SELECT 1 FROM blind b
      WHERE b.run = a.run AND b.hides <> 'calls' AND coalesce(b.only_host, x.host) = x.host AND b.since_us <= x.at_us
        AND b.until_us >= e.first_us))
