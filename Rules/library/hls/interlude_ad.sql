-- The ads of asset lists that were fetched.
-- needs: scheduled_ad, spare_list
INSERT INTO interlude_ad
SELECT i.stream, 'list' AS kind, i.list AS break, i.ad || '' AS item, min(r.fetched_us) AS at_us,
  sum(a.duration_us) OVER (PARTITION BY i.list ORDER BY a.ordinal) - a.duration_us AS before_us,
  a.duration_us AS length_us, i.is_kept, NULL AS media
FROM scheduled_ad i JOIN ad a ON a.id = i.ad JOIN resource r ON r.ad = a.id AND r.kind = 'playlist'
WHERE i.run = :run AND i.stream IS NOT NULL AND a.duration_us > 0 AND i.is_whole AND r.fetch IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM spare_list l WHERE l.run = :run AND l.document = i.list)
GROUP BY i.ad
