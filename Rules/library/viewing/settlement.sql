-- Whether what is owed was seen done: one row for each obligation that is owed.
-- needs: obligation
CREATE TABLE settlement (
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in obligation.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  family TEXT NOT NULL, -- The family that owes it.
  event TEXT NOT NULL, -- The event.
  tracker INTEGER REFERENCES tracker, -- The tracker; NULL where the family has none.
  item TEXT NOT NULL, -- What names it in findings.
  because TEXT NOT NULL, -- Why it is owed.
  is_done INTEGER NOT NULL, -- 1 where the beacon, or one that has the same URL, was seen.
  INDEX (family, is_done)
) AS
SELECT
  o.owner_kind, o.owner, o.family, o.event, o.tracker, o.item, o.because,
  CASE
    WHEN o.tracker IS NULL THEN o.owner_kind = 'session' AND EXISTS (
      SELECT 1 FROM beacon b
      WHERE b.run = :run AND b.session = o.owner AND b.event = o.event AND b.family = o.family)
    WHEN o.owner_kind = 'ad_play' THEN EXISTS (
      SELECT 1 FROM firing f JOIN obligation w ON w.run = :run AND w.owner_kind = 'ad_play' AND w.owner = f.ad_play
        AND w.event = o.event AND w.tracker = f.tracker
      WHERE f.ad_play = o.owner AND (f.tracker = o.tracker OR w.twin = o.twin AND w.family = o.family))
    ELSE EXISTS (SELECT 1 FROM firing f WHERE f.run = :run AND f.tracker = o.tracker)
  END AS is_done
FROM obligation o
WHERE o.run = :run AND o.state = 'owed'
