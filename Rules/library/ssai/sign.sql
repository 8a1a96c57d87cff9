-- A stitched ad began when it was reported, and is over when what is fetched lies further behind it than a buffer
-- reaches, or when the viewer leaves.
-- needs: stream_fetch, viewer_act
INSERT INTO sign
WITH play AS MATERIALIZED (
  SELECT p.id, p.ad, coalesce(p.start_us, p.impression_us) AS at_us, max(f.at_us) AS last_us
  FROM ad_play p JOIN firing f ON f.ad_play = p.id AND f.family = 'ssai'
  WHERE p.run = :run AND p.family IN ('ssai', 'hls')
  GROUP BY p.id
)
SELECT
  'ad_play' AS owner_kind, id AS owner, at_us, 'shown' AS kind, 0 AS position_us, NULL AS margin_us, 1 AS is_proof,
  'ssai' AS source, 'ad_play' AS evidence_table, id AS evidence_id
FROM play WHERE at_us IS NOT NULL
UNION ALL
-- The columns beside a minimum are those of its row.
SELECT 'ad_play', id, at_us, 'next', NULL, NULL, 1, 'segment', 'exchange', exchange
FROM (
  SELECT p.id, min(f.at_us) AS at_us, f.exchange
  FROM play p JOIN stitched_place c ON c.ad = p.ad
  JOIN stream_fetch f ON f.run = :run AND f.stream = c.stream AND f.at_us > p.last_us
    AND f.media_us >= c.media_to_us + $us(ssai.bufferSeconds)
  GROUP BY p.id)
UNION ALL
SELECT 'ad_play', p.id, v.at_us, 'left', NULL, NULL, 1, v.source, v.evidence_table, v.evidence_id
FROM play p JOIN viewer_act v ON v.run = :run AND v.kind = 'left' AND v.at_us > p.last_us
