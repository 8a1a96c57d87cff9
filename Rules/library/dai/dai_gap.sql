-- A type of tag that was left out of an ad between two that were verified, in front of the first or behind the last.
-- needs: _dai_left_out, dai_step, dai_tag, dai_seat, dai_break, stream_row, stream_fetch, stream_jump, passed_interlude
CREATE TABLE dai_gap (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The verification after the gap.
  missing TEXT NOT NULL, -- The type.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When that verification was sent.
  type TEXT NOT NULL, -- What it stands for.
  before INTEGER REFERENCES beacon, -- The verification before the gap.
  before_us INTEGER, -- When that was sent.
  before_type TEXT, -- What it stands for.
  is_sure INTEGER NOT NULL, -- 0 where the viewer may have come or jumped into the ad.
  KEY (beacon, missing)
) AS
WITH listed AS MATERIALIZED (SELECT DISTINCT session, type, place FROM dai_tag WHERE run = :run AND place IS NOT NULL),
timed AS MATERIALIZED (
  SELECT
    *, at_us - before_us AS gap_us, before_us - earlier_us AS quarter_before_us, next_us - at_us AS quarter_after_us,
    -- What was left of the ad in front, and what of this one was played.
    before_length_us * (5 - before_place) / 4 + iif(place = 1, 0, length_us * (place - 1) / 4) AS between_us,
    at_us - (place - 1)
    * coalesce(length_us / 4, (next_us - at_us) / nullif(max(next_place - place, 0), 0), 0) AS begun_us
  FROM dai_step WHERE run = :run),
-- The next ad begins when the one in front of it can just have ended: nobody left.
close AS MATERIALIZED (
  SELECT * FROM timed WHERE before_ad <> ad
    AND gap_us BETWEEN between_us - $us(quartile.lateSeconds) AND between_us * 5 / 4 + $us(quartile.lateSeconds)),
-- Each with the tag in front of the gap, where that is not the one that was verified just before.
jump(beacon, missing, before, is_sure, due_us) AS (
  SELECT h.beacon, o.type, l.beacon, o.low IS NOT NULL OR h.beacon IN (SELECT c.beacon FROM close c)
    OR EXISTS (
      SELECT 1 FROM dai_seat c
      LEFT JOIN dai_break d ON d.run = :run AND d.session = c.session AND d.pod = c.pod
      LEFT JOIN passed_interlude u ON u.run = :run AND u.kind = 'pod' AND u.item = c.session || ' ' || c.ad
      WHERE c.run = :run AND c.session = o.session AND c.ad = o.ad AND (c.resumed_us > h.at_us OR u.item IS NOT NULL
          -- Nobody jumped to what came as long after the pod's first segment as it lies behind that.
          OR o.low IS NULL AND h.begun_us - d.first_us - c.pod_before_us BETWEEN 0 AND $us(quartile.lateSeconds)))
    -- Ads in the stream itself, which was fetched piece by piece from before they were named.
    OR EXISTS (
      SELECT 1 FROM stream_row r JOIN beacon p ON p.id = o.poll
      WHERE r.run = :run AND r.is_even AND r.first_us <= p.at_us AND r.last_us >= h.at_us
        AND o.session NOT IN (SELECT d.session FROM dai_break d WHERE d.run = :run) AND NOT EXISTS (
          SELECT 1 FROM stream_fetch f WHERE f.run = :run AND f.stream = r.stream AND NOT f.is_next
            AND f.at_us BETWEEN h.begun_us - $us(quartile.lateSeconds) AND h.at_us + $us(dai.aliveSeconds))),
    h.at_us - (h.place - o.place) * h.length_us / 4
  FROM _dai_left_out o JOIN timed h ON h.session = o.session AND h.ad = o.ad AND h.place = o.high
  LEFT JOIN timed l ON l.session = o.session AND l.ad = o.ad AND l.place = o.low
  WHERE o.run = :run
  UNION ALL SELECT c.beacon, o.type, NULL, 1, NULL
  FROM _dai_left_out o JOIN close c ON c.session = o.session AND c.before_ad = o.ad AND c.before_place = o.low
  WHERE o.run = :run AND o.high IS NULL
  UNION ALL
  -- Where the metadata name no ads, those beside each other belong together,
  SELECT j.beacon, r.type, NULL, j.before IS NOT NULL, NULL
  FROM timed j JOIN listed r ON r.session = j.session
  WHERE j.ad IS NULL AND (r.place > j.before_place AND r.place < j.place OR j.before IS NULL AND r.place < j.place
      -- or one end is missing, and the two are just the quarter of an ad apart that lies there.
      OR r.place = 5 AND j.before_place = 4 AND j.earlier_place = 3 AND j.place = 1
      AND j.gap_us BETWEEN j.quarter_before_us * 9 / 10 AND j.quarter_before_us * 5 / 4
      OR r.place = 1 AND j.before_place = 5 AND j.place = 2 AND j.next_place = 3
      AND j.gap_us BETWEEN j.quarter_after_us * 9 / 10 AND j.quarter_after_us * 5 / 4)
    -- Requests that leave this close together may change places: one may come outside the two it belongs between,
    AND NOT EXISTS (
      SELECT 1 FROM dai_step s WHERE s.run = :run AND s.session = j.session AND s.type = r.type
        AND s.at_us BETWEEN coalesce(j.before_us, j.at_us) - $us(order.slackMs) AND j.at_us + $us(order.slackMs))
    -- or the start of an ad before the end of the one in front of it.
    AND (j.gap_us <= $us(order.slackMs) AND j.before_place < j.earlier_place AND j.earlier_place < j.place
        AND NOT EXISTS (
          SELECT 1 FROM listed k
          WHERE k.session = j.session AND k.place > j.earlier_place AND k.place < j.place)) IS NOT TRUE)
SELECT j.beacon, j.missing, h.session, h.at_us, h.type, coalesce(j.before, h.before) AS before,
  coalesce(l.at_us, h.before_us) AS before_us, coalesce(l.type, h.before_type) AS before_type, j.is_sure
FROM jump j JOIN timed h ON h.beacon = j.beacon LEFT JOIN timed l ON l.beacon = j.before
-- Who came while the ad was played, or jumped into it, owes nothing of what lay before; who asked for the stream as it
-- began was there.
WHERE j.is_sure OR NOT EXISTS (
  SELECT 1 FROM stream_jump v WHERE v.run = :run AND v.at_us BETWEEN j.due_us AND h.at_us
    AND h.session NOT IN (SELECT d.session FROM dai_break d WHERE d.run = :run)) AND EXISTS (
      SELECT 1 FROM beacon b
      WHERE b.session = h.session AND b.family = 'dai' AND b.kind IN ('stream-registration', 'metadata')
        AND b.at_us BETWEEN h.begun_us - $us(dai.aliveSeconds) AND h.begun_us - $us(quartile.lateSeconds))
GROUP BY j.beacon, j.missing
