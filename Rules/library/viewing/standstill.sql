-- A stretch in which an owner's media stood still: from the last sign of a pause or a stall to the sign that it went on. A
-- place that was reported in between does not end it.
-- needs: sign, viewer_act
CREATE TABLE standstill (
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in sign.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  from_us INTEGER NOT NULL, -- When it stopped.
  to_us INTEGER NOT NULL, -- When it went on, or when a hole in the recording began that may hide that.
  source TEXT NOT NULL, -- What says that it stopped, as in sign.
  is_sure INTEGER NOT NULL, -- 0 where the clock of the log that says so may be another.
  evidence_table TEXT NOT NULL, -- The view of the row that says that it stopped.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table, -- That row.
  INDEX (owner_kind, owner, from_us)
) AS
WITH turn AS (
  SELECT s.*, s.kind IN ('paused', 'stalled') AS is_still, lead(s.at_us) OVER w AS to_us,
    lead(s.kind) OVER w IN ('resumed', 'back') AS is_ended
  FROM (
    -- A log is asked only where nothing else says that the media stood still: two clocks would show one pause as two.
    SELECT owner_kind, owner, max(source <> 'log') AS is_sent
    FROM sign WHERE run = :run AND kind IN ('paused', 'stalled') AND is_proof GROUP BY owner_kind, owner) h
  JOIN sign s ON s.owner_kind = h.owner_kind AND s.owner = h.owner AND (s.source <> 'log') = h.is_sent
  WHERE s.run = :run AND s.kind IN ('paused', 'stalled', 'resumed', 'back') AND s.is_proof
  WINDOW w AS (PARTITION BY s.owner_kind, s.owner ORDER BY s.at_us, s.evidence_id)),
shown AS MATERIALIZED (
  SELECT owner_kind, owner, min(iif(kind = 'shown' AND coalesce(position_us, 0) = 0, at_us, NULL)) AS from_us,
    max(iif(kind IN ('shown', 'completed', 'skipped'), at_us, NULL)) AS to_us
  FROM sign WHERE run = :run AND source <> 'log' GROUP BY owner_kind, owner)
SELECT t.owner_kind, t.owner, t.at_us AS from_us,
  min(t.to_us, coalesce((
    SELECT min(b.since_us) FROM blind b
    WHERE b.run = :run AND b.id IS NOT NULL AND b.host IS NULL AND b.server IS NULL AND b.since_us > t.at_us
      AND b.hides IN ('requests', 'both')), t.to_us)) AS to_us,
  t.source,
  -- The clock is right where the player began to play when the ad began.
  t.source <> 'log' OR EXISTS (
    SELECT 1 FROM shown g JOIN viewer_act v ON v.run = :run AND v.kind = 'resumed'
      AND v.at_us BETWEEN g.from_us - 1000000 AND g.from_us + 1000000
    WHERE g.owner_kind = t.owner_kind AND g.owner = t.owner) AS is_sure,
  t.evidence_table, t.evidence_id FROM turn t WHERE t.is_still AND t.is_ended AND t.to_us > t.at_us
  -- A log may mean the content, which waits for the ad from its beginning to its end.
  AND (t.source <> 'log' OR EXISTS (
    SELECT 1 FROM shown g
    WHERE g.owner_kind = t.owner_kind AND g.owner = t.owner AND g.from_us < t.at_us AND g.to_us > t.to_us))
