-- Ads of an asset list that were played: all of what their own playlists list was asked for.
-- needs: passed_interlude, stream_fetch, stream_extent
INSERT INTO outplayed_ad
SELECT CAST(p.item AS INTEGER) AS ad, p.listed_us, p.until_us
FROM passed_interlude p
WHERE p.run = :run AND p.kind = 'list' AND NOT EXISTS (
  SELECT 1 FROM stream_fetch f JOIN stream_extent e ON e.run = f.run AND e.stream = f.stream AND e.is_ended
  WHERE f.run = :run AND f.ad = CAST(p.item AS INTEGER)
  GROUP BY f.stream
  HAVING max(f.media_us + f.duration_us) < e.to_us - $us(order.slackMs))
