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
WITH played AS MATERIALIZED (
  SELECT s.watching AS play, s.session AS stream, s.log, coalesce(f.part, 'content') AS part, s.asset,
    max(s.loading) AS loading, min(c.at_us) AS from_us, max(c.at_us) AS to_us, count(*) AS seconds
  FROM call_step s JOIN nielsen_call c ON c.run = :run AND c.call = s.call JOIN call_step f ON f.call = s.watching
  WHERE s.run = :run AND s.watching IS NOT NULL GROUP BY s.watching)
SELECT p.play, coalesce(i.identifier, '') AS instance, p.stream, p.part, p.asset, p.from_us, p.to_us, p.seconds,
  e.closed_us, e.closing
FROM played p LEFT JOIN session i ON i.id = p.log LEFT JOIN (
  SELECT p.play, s.call AS closing, min(c.at_us) AS closed_us
  FROM played p JOIN call_step s ON s.session = p.stream AND s.asset = p.asset
  JOIN nielsen_call c ON c.run = :run AND c.call = s.call AND c.at_us >= p.to_us
  WHERE s.api = 'stop' AND p.part = 'ad' AND s.loading = p.loading OR s.api = 'end' AND p.part = 'content'
  GROUP BY p.play) e ON e.play = p.play
