-- Ads of an asset list that were played: all that their own playlists list was asked for, and the next of the list.
-- needs: passed_interlude, refused_ad, stream_fetch, stream_extent
INSERT INTO outplayed_ad
SELECT a.id AS ad, p.listed_us, p.until_us
FROM passed_interlude p JOIN ad a ON a.id = CAST(p.item AS INTEGER)
WHERE p.run = :run AND p.kind = 'list' AND NOT EXISTS (
  SELECT 1 FROM stream_fetch f JOIN stream_extent e ON e.run = f.run AND e.stream = f.stream AND e.is_ended
  WHERE f.run = :run AND f.ad = a.id GROUP BY f.stream
  HAVING max(f.media_us + f.duration_us) < e.to_us - $us(order.slackMs))
  -- Where the next cannot be loaded the player may give up the break at once.
  AND NOT EXISTS (
    SELECT 1 FROM ad n JOIN resource r ON r.ad = n.id AND r.kind = 'playlist'
    WHERE n.document = a.document AND n.ordinal = a.ordinal + 1 AND (r.fetch IS NULL OR n.id IN (
      SELECT o.ad FROM refused_ad o WHERE o.run = :run)))
