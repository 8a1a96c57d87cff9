-- A stitched ad of which a segment was fetched or a beacon sent.
-- needs: stream_fetch
CREATE TABLE stitched_shown (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  document INTEGER NOT NULL REFERENCES document, -- What declares it.
  ordinal INTEGER NOT NULL, -- Its place in that.
  duration_us INTEGER, -- Its declared length.
  declared_us INTEGER NOT NULL, -- When the document was asked for.
  at_us INTEGER NOT NULL, -- The first sign of it.
  since_us INTEGER NOT NULL, -- Since when something of it may have been sent: not before its playlist, nor the ad in front of it.
  evidence_table TEXT NOT NULL, -- exchange or firing.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table, -- What was fetched or sent first.
  KEY (ad),
  INDEX (document, ordinal)
) AS
SELECT ad, document, ordinal, duration_us, declared_us, at_us,
  min(at_us, max(declared_us, coalesce(lag(at_us) OVER w, declared_us))) AS since_us, evidence_table, evidence_id
FROM (
  -- The columns beside a minimum are those of its row.
  SELECT a.id AS ad, a.document, a.ordinal, a.duration_us, d.at_us AS declared_us, min(s.at_us) AS at_us,
    s.evidence_table, s.evidence_id
  FROM (
    SELECT ad, at_us, 'exchange' AS evidence_table, exchange AS evidence_id FROM stream_fetch WHERE run = :run
    UNION ALL SELECT t.ad, f.at_us, 'firing', f.id FROM firing f JOIN tracker t ON t.id = f.tracker
    WHERE f.run = :run AND f.family = 'ssai') s
  JOIN ad a ON a.id = s.ad AND a.kind = 'stitched' JOIN document d ON d.id = a.document GROUP BY a.id)
WINDOW w AS (PARTITION BY document ORDER BY ordinal)
