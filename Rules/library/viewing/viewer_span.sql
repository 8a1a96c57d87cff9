-- A span of time that the viewer spent in one state before an owner's media.
-- needs: sign
CREATE TABLE viewer_span (
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in sign.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  from_us INTEGER NOT NULL, -- When it begins.
  to_us INTEGER, -- When it ends; NULL where nothing ended it.
  media_from_us INTEGER, -- The place in the media at its beginning; NULL unknown.
  media_to_us INTEGER, -- The place at its end; NULL unknown.
  state TEXT NOT NULL, -- playing, paused, stalled, away, gone or unknown.
  because TEXT NOT NULL, -- The signs that begin it.
  INDEX (owner_kind, owner, from_us)
) AS
WITH turn AS (
  SELECT owner_kind, owner, at_us, max(position_us) AS position_us, kind, max(source) AS source,
    CASE WHEN kind IN ('paused', 'stalled', 'away') THEN kind WHEN kind = 'sought' THEN 'unknown'
      WHEN kind IN ('shown', 'resumed', 'back') THEN 'playing' ELSE 'gone' END AS state
  FROM sign WHERE run = :run AND kind <> 'length' AND (kind <> 'shown' OR position_us IS NOT NULL) AND is_proof = 1
  GROUP BY owner_kind, owner, at_us, kind)
SELECT owner_kind, owner, at_us AS from_us, lead(at_us) OVER w AS to_us, position_us AS media_from_us,
  lead(position_us) OVER w AS media_to_us, state, source || ': ' || kind AS because
FROM (
  -- A sign that repeats the state begins no span.
  SELECT *, state IS NOT lag(state) OVER w AS is_new FROM turn
  WINDOW w AS (PARTITION BY owner_kind, owner ORDER BY at_us, kind)) WHERE is_new
WINDOW w AS (PARTITION BY owner_kind, owner ORDER BY at_us, kind)
