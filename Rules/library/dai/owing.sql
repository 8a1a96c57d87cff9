-- Breaks of a stream that came when its metadata were not read any more, and after which nothing was verified.
-- needs: stream_fetch, dai_break
INSERT INTO owing
WITH told AS MATERIALIZED (
  SELECT b.id AS beacon, b.session, b.at_us, b.at_us + $us(order.slackMs) + CAST($setting(dai.pollLatest) * coalesce((
    SELECT max(CAST(p.value AS REAL)) * 1000000
    FROM beacon r JOIN parameter p ON p.beacon = r.id AND p.name = 'response' AND p.subkey = 'polling_frequency'
    WHERE r.session = b.session AND r.kind = 'stream-registration'), $us(dai.aliveSeconds)) AS INTEGER) AS until_us
  FROM beacon b JOIN exchange x ON x.id = b.exchange
  WHERE b.run = :run AND b.family = 'dai' AND b.kind = 'metadata' AND x.status BETWEEN 200 AND 299
  ORDER BY b.at_us DESC, b.id DESC LIMIT 1),
-- Ads that are part of a stream come from another host than most of it.
piece AS MATERIALIZED (
  SELECT f.stream, f.at_us, f.media_us, x.host <> first_value(x.host) OVER m AS is_ad,
    lag(x.host) OVER (PARTITION BY f.stream ORDER BY f.media_us) = first_value(x.host) OVER m AS is_behind_content
  FROM (
    SELECT s.stream, s.exchange, s.at_us, s.media_us, count(*) OVER (PARTITION BY s.stream, y.host) AS n
    FROM stream_fetch s JOIN exchange y ON y.id = s.exchange WHERE s.run = :run AND s.media_us IS NOT NULL) f
  JOIN exchange x ON x.id = f.exchange WINDOW m AS (PARTITION BY f.stream ORDER BY f.n DESC, x.host))
SELECT 'dai' AS family,
  'a break was played when its stream''s metadata were not read any more: what was due of it is unknown' AS what,
  1 AS is_alone, 'beacon' AS evidence_table, t.beacon AS evidence_id
FROM told t JOIN piece p ON p.at_us > t.at_us AND p.is_ad AND p.is_behind_content
WHERE t.session NOT IN (SELECT d.session FROM dai_break d WHERE d.run = :run)
  -- Who leaves asks for no more of the content.
  AND EXISTS (
    SELECT 1 FROM piece q
    WHERE q.stream = p.stream AND q.media_us > p.media_us AND NOT q.is_ad AND q.at_us > t.until_us) AND NOT EXISTS (
      SELECT 1 FROM beacon v WHERE v.run = :run AND v.family = 'dai' AND v.kind = 'verification' AND v.at_us >= p.at_us)
GROUP BY t.beacon
