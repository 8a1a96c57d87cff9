-- What the viewer did to an ad, as its VAST trackers report it, and what an OMID session that measures it has to report then.
CREATE TABLE omid_reaction (
  subject_id INTEGER NOT NULL REFERENCES session, -- The session.
  firing INTEGER NOT NULL REFERENCES firing, -- The tracker's beacon.
  from_us INTEGER NOT NULL, -- First sign of that.
  to_us INTEGER, -- Last sign of it.
  event TEXT NOT NULL, -- The tracker's event: clickTracking, mute or unmute.
  expected TEXT NOT NULL, -- The event of OMID that goes with it.
  at_us INTEGER NOT NULL, -- When that was sent.
  since_us INTEGER NOT NULL, -- When the time of the other begins.
  until_us INTEGER NOT NULL, -- By when it was due; behind the end of the session nothing is reported.
  is_reported INTEGER NOT NULL, -- 1 where it was reported.
  KEY (subject_id, firing)
) AS
WITH reaction(event, expected) AS (
  VALUES ('clickTracking', 'adUserInteraction'), ('mute', 'volumeChange'), ('unmute', 'volumeChange'))
SELECT s.id AS subject_id, s.from_us, s.to_us, r.event, r.expected, f.id AS firing, f.at_us,
  f.at_us - $us(omid.syncSeconds) AS since_us,
  min(f.at_us + $us(omid.syncSeconds) + 1000000, coalesce((
    SELECT max(e.at_us) FROM omid_event e WHERE e.session = s.id AND e.event = 'sessionFinish'), 9e18)) AS until_us,
  EXISTS (
    SELECT 1 FROM omid_event e WHERE e.session = s.id AND e.event = r.expected
      AND abs(e.at_us - f.at_us) <= $us(omid.syncSeconds) + $us(order.slackMs)) AS is_reported
FROM reaction r JOIN omid_play o ON o.run = :run AND o.rank = 1 JOIN session s ON s.id = o.session
JOIN firing f ON f.ad_play = o.ad_play AND f.event = r.event AND f.at_us <= s.to_us
WHERE f.family = 'vast' AND f.ambiguous = 0 AND f.direct = 1 AND f.repeat_class IN ('first', 'duplicate')
