-- How far an owner was seen: a row for each that has a sign of having been shown.
-- needs: sign, viewer_span, outlasted_ad
CREATE TABLE reach (
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of, as in sign.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  began_us INTEGER, -- When it began.
  length_us INTEGER, -- How long it is: the player's own word, else declared.
  proven_us INTEGER, -- The place in its media that was certainly reached; NULL where nothing was.
  possible_us INTEGER, -- The furthest place that may have been reached; NULL unknown.
  end_us INTEGER, -- When it ended, or was over at the latest; NULL where nothing says so.
  end_reason TEXT NOT NULL, -- complete, skip, error, left, next, capture ended or unknown.
  end_is_proof INTEGER NOT NULL, -- 1 when the end is proven.
  is_even INTEGER NOT NULL, -- 1 when nothing says that the viewer sought or went away: playing time gives media time.
  KEY (owner_kind, owner)
) AS
WITH seen AS MATERIALIZED (
  SELECT owner_kind, owner,
    coalesce(min(at_us) FILTER (WHERE kind = 'shown' AND is_proof), min(at_us) FILTER (WHERE kind = 'shown'),
        min(at_us) FILTER (WHERE kind = 'completed')) AS began_us,
    coalesce(max(position_us) FILTER (WHERE kind = 'length' AND is_proof),
        max(position_us) FILTER (WHERE kind = 'length')) AS length_us,
    max(position_us) FILTER (WHERE kind = 'shown' AND is_proof) AS shown_us,
    max(position_us) FILTER (WHERE kind = 'next' AND is_proof) AS passed_us,
    max(position_us) FILTER (WHERE kind = 'completed' AND is_proof) AS whole_us,
    max(at_us) FILTER (WHERE kind IN ('shown', 'resumed') AND is_proof) AS last_us,
    min(at_us) FILTER (WHERE kind = 'completed' AND is_proof) AS completed_us,
    min(at_us) FILTER (WHERE kind = 'skipped' AND is_proof) AS skipped_us,
    max(kind IN ('sought', 'away')) AS is_uneven
  FROM sign WHERE run = :run GROUP BY owner_kind, owner),
placed AS (
  SELECT e.*,
    -- What a skipped ad reports as complete was no end of its media, nor does what follows an ad that was skipped,
    -- closed or broken off show that.
    nullif(max(coalesce(e.shown_us, -1),
        iif(e.skipped_us IS NULL AND (n.is_proof AND n.kind IN ('failed', 'left')) IS NOT TRUE,
            coalesce(e.passed_us, -1), -1),
        iif(coalesce(e.completed_us < e.skipped_us, e.skipped_us IS NULL), coalesce(e.whole_us, -1), -1)), -1)
    AS proven_us, n.at_us AS end_us, n.kind AS end_kind, coalesce(n.is_proof, o.at_us IS NOT NULL) AS end_is_proof,
    t.since_us, coalesce(t.still_us, 0) AS still_us, (SELECT max(last_us) FROM capture WHERE run = :run) AS seen_us,
    o.at_us AS over_us
  FROM seen e LEFT JOIN (
    -- The first sign of an end that no sign of playing follows but what was on its way. Of two at one time the one that
    -- says more.
    SELECT s.owner_kind, s.owner, s.at_us, s.kind, s.is_proof,
      min(s.at_us * 32 + instr('completed skipped failed left next', s.kind))
    FROM sign s JOIN seen e ON e.owner_kind = s.owner_kind AND e.owner = s.owner
    WHERE s.run = :run AND s.kind IN ('completed', 'skipped', 'failed', 'left', 'next')
      AND s.at_us + (s.kind IN ('skipped', 'failed', 'left')) * $us(terminal.graceMs) >= coalesce(e.last_us, 0)
    GROUP BY s.owner_kind, s.owner) n ON n.owner_kind = e.owner_kind AND n.owner = e.owner
  LEFT JOIN (
    SELECT owner_kind, owner, sum(to_us - from_us) AS still_us, max(iif(to_us IS NULL, from_us, NULL)) AS since_us
    FROM viewer_span WHERE run = :run AND state IN ('paused', 'stalled')
    GROUP BY owner_kind, owner) t ON t.owner_kind = e.owner_kind AND t.owner = e.owner
  LEFT JOIN outlasted_ad o ON o.run = :run AND e.owner_kind = 'ad_play' AND o.ad_play = e.owner)
SELECT owner_kind, owner, began_us, length_us, proven_us,
  min(length_us, max(coalesce(proven_us, 0), CASE WHEN is_uneven THEN length_us
    ELSE coalesce(since_us, end_us, seen_us) - began_us - still_us END)) AS possible_us,
  coalesce(end_us, over_us) AS end_us,
  CASE end_kind WHEN 'completed' THEN 'complete' WHEN 'skipped' THEN 'skip' WHEN 'failed' THEN 'error'
    ELSE coalesce(end_kind, iif(seen_us < began_us + length_us + still_us, 'capture ended', 'unknown')) END
  AS end_reason, end_is_proof, NOT is_uneven AS is_even
FROM placed WHERE began_us IS NOT NULL
