-- What is owed and was not seen done: neither its beacon was seen, nor one that has the same URL.
-- needs: obligation
CREATE TABLE unmet (
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in obligation.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  family TEXT NOT NULL, -- The family that owes it.
  event TEXT NOT NULL, -- The event.
  tracker INTEGER REFERENCES tracker, -- The tracker; NULL where the family has none.
  item TEXT NOT NULL, -- What names it in findings.
  because TEXT NOT NULL -- Why it is owed.
) AS
SELECT o.owner_kind, o.owner, o.family, o.event, o.tracker, o.item, o.because
-- Nearly all that an ad owes was sent to its own tracker.
FROM obligation o LEFT JOIN firing s ON o.owner_kind = 'ad_play' AND s.tracker = o.tracker AND s.ad_play = o.owner
WHERE o.run = :run AND o.state = 'owed' AND NOT CASE WHEN s.id IS NOT NULL THEN 1
  WHEN o.tracker IS NULL THEN o.owner_kind = 'session' AND EXISTS (
    SELECT 1 FROM beacon b WHERE b.run = :run AND b.session = o.owner AND b.event = o.event AND b.family = o.family)
  WHEN o.owner_kind <> 'ad_play' THEN EXISTS (SELECT 1 FROM firing f WHERE f.run = :run AND f.tracker = o.tracker)
  ELSE EXISTS (
    SELECT 1 FROM obligation w JOIN firing f ON f.tracker = w.tracker AND f.ad_play = w.owner
    WHERE w.run = :run AND w.owner_kind = o.owner_kind AND w.owner = o.owner AND w.event = o.event
      AND w.family = o.family AND w.twin = o.twin) END
