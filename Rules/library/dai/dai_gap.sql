-- A type of tag that was left out between two that were verified, or before the first.
-- needs: dai_step, dai_tag
CREATE TABLE dai_gap (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The verification after the gap.
  missing TEXT NOT NULL, -- The type.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When that verification was sent.
  type TEXT NOT NULL, -- What it stands for.
  before INTEGER REFERENCES beacon, -- The verification before the gap.
  before_us INTEGER, -- When that was sent.
  before_type TEXT, -- What it stands for.
  is_sure INTEGER NOT NULL, -- 0 where the viewer may have come to a live stream.
  KEY (beacon, missing)
) AS
WITH
listed AS MATERIALIZED (SELECT DISTINCT session, type, place FROM dai_tag WHERE run = :run AND place IS NOT NULL),
timed AS MATERIALIZED (
  SELECT
    *, at_us - before_us AS gap_us, before_us - earlier_us AS quarter_before_us, next_us - at_us AS quarter_after_us,
    -- What was left of the ad in front, and what of this one was played.
    before_length_us * (5 - before_place) / 4 + iif(place = 1, 0, length_us * (place - 1) / 4) AS between_us
  FROM dai_step WHERE run = :run
),
jump AS MATERIALIZED (
  SELECT j.*, r.type AS missing, 1 AS is_sure
  FROM timed j JOIN listed r ON r.session = j.session
  WHERE r.place > j.before_place AND r.place < j.place
    -- The next ad begins when the one in front of it can just have ended: nobody left.
    OR j.before_ad <> j.ad AND (r.place > j.before_place OR r.place < j.place)
    AND j.gap_us BETWEEN j.between_us - $us(quartile.lateSeconds) AND j.between_us * 5 / 4 + $us(quartile.lateSeconds)
    -- Where no length is known: one end is missing, and the two are just the quarter of an ad apart that lies there.
    OR r.place = 5 AND j.before_place = 4 AND j.earlier_place = 3 AND j.place = 1
    AND j.gap_us BETWEEN j.quarter_before_us * 9 / 10 AND j.quarter_before_us * 5 / 4
    OR r.place = 1 AND j.before_place = 5 AND j.place = 2 AND j.next_place = 3
    AND j.gap_us BETWEEN j.quarter_after_us * 9 / 10 AND j.quarter_after_us * 5 / 4
  UNION ALL
  -- The first that is verified lies inside an ad: what is before it was left out, or the viewer came to a live stream.
  SELECT j.*, r.type, 0
  FROM timed j JOIN listed r ON r.session = j.session AND r.place < j.place
  WHERE j.before IS NULL AND EXISTS (
    SELECT 1 FROM beacon b
    WHERE b.session = j.session AND b.family = 'dai' AND b.kind = 'stream-registration' AND b.at_us <= j.at_us)
)
SELECT j.beacon, j.missing, j.session, j.at_us, j.type, j.before, j.before_us, j.before_type, j.is_sure
FROM jump j
-- Requests that leave this close together may change places: one may come outside the two it belongs between,
WHERE NOT EXISTS (
  SELECT 1 FROM dai_step s
  WHERE s.run = :run AND s.session = j.session AND s.type = j.missing
    AND s.at_us BETWEEN coalesce(j.before_us, j.at_us) - $us(order.slackMs) AND j.at_us + $us(order.slackMs))
  -- or the start of an ad before the end of the one in front of it.
  AND (j.gap_us <= $us(order.slackMs) AND j.before_place < j.earlier_place AND j.earlier_place < j.place
      AND NOT EXISTS (
        SELECT 1 FROM listed r
        WHERE r.session = j.session AND r.place > j.earlier_place AND r.place < j.place)) IS NOT TRUE
