-- One watching of an asset in a log of this run, by the clock of the pings: an ad, or a content over all of its breaks.
-- needs: nielsen_call
CREATE TABLE nielsen_play (
  play INTEGER NOT NULL REFERENCES call, -- Its first position.
  instance TEXT NOT NULL, -- The SDK instance.
  stream INTEGER NOT NULL REFERENCES session, -- The stream.
  part TEXT NOT NULL, -- ad or content.
  asset TEXT NOT NULL, -- The asset.
  from_us INTEGER NOT NULL, -- When its first position was reported.
  to_us INTEGER NOT NULL, -- When its last was reported.
  seconds INTEGER NOT NULL, -- How many positions were reported.
  closed_us INTEGER, -- When stop ended the ad, or end the content; NULL where neither did.
  closing INTEGER REFERENCES call, -- That call.
  KEY (play),
  INDEX (asset, from_us)
) AS
WITH
reported AS MATERIALIZED (
  SELECT
    s.session AS stream, s.loading, s.asset,
    -- What follows an ad without being loaded is still reported as the ad.
    first_value(coalesce(s.part, 'content')) OVER w AS part, first_value(s.call) OVER w AS call, s.position, c.at_us
  FROM call_step s JOIN nielsen_call c ON c.run = :run AND c.call = s.call
  -- A disabled SDK sends nothing.
  WHERE s.run = :run AND s.api = 'playhead' AND s.asset IS NOT NULL AND s.before <> 'disabled'
  WINDOW w AS (PARTITION BY s.session, s.loading, s.asset ORDER BY s.at_us, s.call)
),
loaded AS MATERIALIZED (
  SELECT
    stream, loading, asset, part, call, min(at_us) AS from_us, max(at_us) AS to_us, count(*) AS seconds,
    min(position) AS first, max(position) AS last
  FROM reported
  GROUP BY stream, loading, asset, part, call
),
-- An ad that is loaded again and goes on where it was had been interrupted.
begun AS (
  SELECT
    l.*,
    l.part = 'ad'
    AND NOT coalesce(lag(l.asset) OVER w = l.asset AND lag(l.part) OVER w = 'ad' AND l.first >= lag(l.last) OVER w, 0)
    AS is_new
  FROM loaded l
  WINDOW w AS (PARTITION BY l.stream ORDER BY l.from_us, l.loading)
),
numbered AS (
  SELECT b.*, b.part = 'ad' AS is_ad, sum(b.is_new) OVER (PARTITION BY b.stream ORDER BY b.from_us, b.loading) AS nth
  FROM begun b
),
placed AS (
  SELECT n.*, first_value(n.call) OVER w AS play
  FROM numbered n
  WINDOW w AS (PARTITION BY n.stream, n.part, n.asset, n.is_ad * n.nth ORDER BY n.from_us, n.loading)
),
played AS MATERIALIZED (
  SELECT
    play, stream, part, asset, max(loading) AS loading, min(from_us) AS from_us, max(to_us) AS to_us,
    sum(seconds) AS seconds
  FROM placed
  GROUP BY play, stream, part, asset
),
closed AS MATERIALIZED (
  SELECT p.play, s.call AS closing, min(c.at_us) AS closed_us
  FROM played p
  JOIN call_step s ON s.session = p.stream AND s.asset = p.asset
  JOIN nielsen_call c ON c.run = :run AND c.call = s.call AND c.at_us >= p.to_us
  WHERE s.api = 'stop' AND p.part = 'ad' AND s.loading = p.loading OR s.api = 'end' AND p.part = 'content'
  GROUP BY p.play
)
SELECT
  p.play, coalesce(i.identifier, '') AS instance, p.stream, p.part, p.asset, p.from_us, p.to_us, p.seconds, e.closed_us,
  e.closing
FROM played p
JOIN session x ON x.id = p.stream
LEFT JOIN session i ON i.id = x.parent
LEFT JOIN closed e ON e.play = p.play
