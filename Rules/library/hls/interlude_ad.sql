-- The ads of asset lists that were fetched.
-- needs: scheduled_ad, spare_list, stream_fetch
INSERT INTO interlude_ad
SELECT i.stream, 'list' AS kind, i.list AS break, i.ad || '' AS item, min(r.fetched_us) AS at_us,
  sum(a.duration_us) OVER (PARTITION BY i.list ORDER BY a.ordinal) - a.duration_us AS before_us,
  a.duration_us AS length_us, i.is_kept, NULL AS media, (
    SELECT f.media_us + i.start_us - f.program_us FROM stream_fetch f
    WHERE f.run = :run AND f.stream = i.stream AND i.start_us BETWEEN f.program_us AND f.program_us + f.duration_us
    LIMIT 1) AS place_us, i.resume_us
FROM scheduled_ad i JOIN ad a ON a.id = i.ad JOIN resource r ON r.ad = a.id AND r.kind = 'playlist'
WHERE i.run = :run AND i.stream IS NOT NULL AND a.duration_us > 0 AND i.is_whole AND r.fetch IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM spare_list l WHERE l.run = :run AND l.document = i.list) GROUP BY i.ad
