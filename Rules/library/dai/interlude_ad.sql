-- The ads of pods that were fetched, beside each stream that is none of a pod.
-- needs: dai_seat, dai_break, stream_row
INSERT INTO interlude_ad
SELECT c.stream, 'pod' AS kind, d.beacon AS break, s.session || ' ' || s.ad AS item, d.first_us AS at_us,
  s.pod_before_us AS before_us, s.length_us, 0 AS is_kept, d.media,
  NULL AS place_us, NULL AS resume_us
FROM dai_seat s JOIN dai_break d ON d.run = s.run AND d.session = s.session AND d.pod = s.pod
JOIN (SELECT DISTINCT r.stream AS stream FROM stream_row r WHERE r.run = :run) c
WHERE s.run = :run AND d.first_us IS NOT NULL
  AND c.stream NOT IN (SELECT o.media FROM dai_break o WHERE o.run = :run AND o.media IS NOT NULL)
