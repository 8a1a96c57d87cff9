-- A view ping that was sent, whoever saw it twice, with the watching of its asset in the view session.
-- needs: nielsen_request
CREATE TABLE nielsen_view (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  session INTEGER NOT NULL REFERENCES session, -- Its view session.
  part TEXT, -- ad or content.
  asset TEXT, -- The asset.
  at_us INTEGER NOT NULL, -- When it was sent.
  created_us INTEGER, -- When it was made, by its own clock.
  ott TEXT, -- Whether the picture was on a television, as it says.
  play INTEGER NOT NULL, -- From 0: one creative may play more than once in a session.
  KEY (beacon)
) AS
WITH
received AS MATERIALIZED (
  SELECT
    p.*, p.subject_id AS beacon, o.value AS ott, lag(p.segment_us) OVER w AS earlier_us,
    lag(p.created_us) OVER w AS viewed_us
  FROM nielsen_request p JOIN beacon b ON b.id = p.subject_id
  LEFT JOIN parameter o ON o.beacon = b.id AND o.name = 'c71' AND o.subkey = 'ottflg'
  WHERE p.run = :run AND p.counts = 'view' AND p.session IS NOT NULL
    -- What the browser answered from its cache was not sent.
    AND NOT EXISTS (
      SELECT 1 FROM exchange q WHERE q.id = b.exchange AND instr(' ' || q.notes || ' ', ' from-cache ') > 0)
    AND (p.repeat_class NOT IN ('preflight', 'redirect-hop', 'seen-twice', 'retry')
        -- The same request again in one capture, though the first was received, was sent twice. At the same instant it
        -- is the first, seen at a second point on its way.
        OR p.repeat_class = 'seen-twice' AND EXISTS (
          SELECT 1
          FROM ping r JOIN beacon o ON o.id = r.beacon JOIN exchange e ON e.id = o.exchange
          JOIN sighting n ON n.exchange = e.id JOIN sighting m ON m.exchange = b.exchange AND m.capture = n.capture
          WHERE r.session = p.session AND r.created_us = p.created_us AND r.kind = 'view' AND r.repeat_class = 'first'
            AND r.asset IS p.asset AND r.part IS p.part AND e.status < 400 AND abs(b.at_us - o.at_us) >= 50000))
  WINDOW w AS (PARTITION BY p.session, p.part, p.asset ORDER BY p.created_us, b.at_us, b.id)
)
SELECT
  r.beacon, r.session, r.part, r.asset, r.at_us, r.created_us, r.ott,
  -- A new segment, once the one before was counted, something else was viewed, or the whole creative's time passed.
  sum(coalesce(r.part = 'ad' AND r.segment_us > r.earlier_us AND (
      CAST(r.length AS INTEGER) > 0 AND r.segment_us - r.earlier_us >= CAST(r.length AS INTEGER) * 1000000
      OR EXISTS (
        SELECT 1 FROM ping d
        WHERE d.session = r.session AND CASE d.kind
          WHEN 'duration' THEN d.asset IS r.asset AND d.segment_us = r.earlier_us
          WHEN 'view' THEN d.asset IS NOT r.asset AND d.created_us BETWEEN r.viewed_us AND r.created_us END)), 0))
  OVER w AS play
FROM received r
WINDOW w AS (PARTITION BY r.session, r.part, r.asset ORDER BY r.created_us, r.at_us, r.beacon)
