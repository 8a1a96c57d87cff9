-- A stitched ad began when it was reported, and is over when what is fetched lies further behind it than a buffer
-- reaches, or when the viewer leaves.
-- needs: scheduled_ad, stream_fetch, viewer_act
INSERT INTO sign
WITH play AS MATERIALIZED (
  SELECT p.id, p.ad, p.began_us, p.family, min(f.at_us) AS first_us, max(f.at_us) AS last_us
  FROM ad_play p JOIN firing f ON f.ad_play = p.id AND f.family = 'ssai' WHERE p.run = :run GROUP BY p.id),
-- Where the content goes on that shows that the ad is over.
behind AS MATERIALIZED (
  SELECT p.id, p.last_us, c.stream, c.media_to_us AS media_us
  FROM play p JOIN stitched_place c ON c.ad = p.ad WHERE p.family IN ('ssai', 'hls')
  UNION ALL SELECT p.id, p.last_us, i.stream, coalesce((
    SELECT max(c.media_us + c.duration_us) FROM stream_fetch c
    WHERE c.run = :run AND c.stream = i.stream AND c.at_us <= p.first_us), 0)
  FROM play p JOIN scheduled_ad i ON i.run = :run AND i.ad = p.ad)
SELECT 'ad_play' AS owner_kind, id AS owner, began_us AS at_us, 'shown' AS kind, 0 AS position_us, 1 AS is_proof,
  'ssai' AS source, 'ad_play' AS evidence_table, id AS evidence_id
FROM play WHERE began_us IS NOT NULL AND family IN ('ssai', 'hls')
UNION ALL
-- The columns beside a minimum are those of its row.
SELECT 'ad_play', id, at_us, 'next', NULL, 1, 'segment', 'exchange', exchange
FROM (
  SELECT b.id, min(f.at_us) AS at_us, f.exchange
  FROM behind b JOIN stream_fetch f ON f.run = :run AND f.stream = b.stream AND f.at_us > b.last_us
    AND f.media_us >= b.media_us + $us(ssai.bufferSeconds) GROUP BY b.id, b.stream)
UNION ALL SELECT 'ad_play', p.id, v.at_us, 'left', NULL, 1, v.source, v.evidence_table, v.evidence_id
-- Who has left is gone.
FROM play p JOIN viewer_act v ON v.rowid = (
  SELECT a.rowid FROM viewer_act a
  WHERE a.run = :run AND a.kind = 'left' AND a.at_us > p.last_us ORDER BY a.at_us LIMIT 1)
WHERE p.family IN ('ssai', 'hls')
