-- An ad of an asset list is over when more of the content has been fetched since it was reported than a buffer holds.
-- needs: scheduled_ad, stream_fetch
INSERT INTO sign
WITH play AS MATERIALIZED (
  SELECT
    p.id, i.stream, max(f.at_us) AS last_us, coalesce((
      SELECT max(c.media_us + c.duration_us) FROM stream_fetch c
      WHERE c.run = :run AND c.stream = i.stream AND c.at_us <= min(f.at_us)), 0) AS fetched_us
  FROM scheduled_ad i JOIN ad_play p ON p.ad = i.ad JOIN firing f ON f.ad_play = p.id AND f.family = 'ssai'
  WHERE i.run = :run AND i.stream IS NOT NULL
  GROUP BY p.id
)
SELECT
  'ad_play' AS owner_kind, id AS owner, at_us, 'next' AS kind, NULL AS position_us, NULL AS margin_us, 1 AS is_proof,
  'segment' AS source, 'exchange' AS evidence_table, exchange AS evidence_id
FROM (
  SELECT p.id, min(f.at_us) AS at_us, f.exchange
  FROM play p JOIN stream_fetch f ON f.run = :run AND f.stream = p.stream AND f.at_us > p.last_us
    AND f.media_us >= p.fetched_us + $us(ssai.bufferSeconds)
  GROUP BY p.id)
