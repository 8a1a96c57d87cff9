-- A pod that was loaded and of which nothing was verified, although the player went on for longer than it takes.
-- needs: dai_tag, dai_pod
CREATE TABLE dai_mute_pod (
  beacon INTEGER NOT NULL REFERENCES beacon, -- What was fetched of the pod first.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When.
  pod TEXT NOT NULL, -- The pod's id.
  until_us INTEGER NOT NULL, -- When the player was seen to go on.
  KEY (beacon)
) AS
WITH
-- Of each pod, what was fetched first below it: its playlists lead to its media, which are often kept elsewhere.
loaded AS MATERIALIZED (
  SELECT
    b.session AS session, v.id AS beacon, v.at_us AS at_us, b.pod AS pod, b.at_us AS asked_us,
    row_number() OVER (PARTITION BY b.beacon ORDER BY v.at_us, v.id) AS nth,
    coalesce(nullif(b.length_us, 0), 30000000) AS length_us,
    max(d.id IS NULL OR EXISTS (
      SELECT 1 FROM parameter m
      WHERE m.beacon = v.id AND m.name = 'media'
        AND CAST(m.value AS INTEGER) <= v.at_us + $us(dai.podLeadSeconds))) OVER (PARTITION BY b.beacon) AS media
  FROM beacon v
  CROSS JOIN parameter o ON o.beacon = v.id AND o.name = 'pod_id'
  CROSS JOIN dai_pod b ON b.run = v.run AND b.at_us <= v.at_us AND b.beacon = (
    SELECT p.beacon FROM dai_pod p WHERE p.run = v.run AND p.session = v.session AND p.pod = o.value
    ORDER BY p.at_us, p.beacon LIMIT 1)
  LEFT JOIN document d ON d.exchange = v.exchange AND d.kind = 'playlist'
  WHERE likely(v.run = :run) AND v.family = 'dai' AND v.kind = 'pod-variant' AND v.session IS NOT NULL
),
-- How long a session was seen to go on, when it last verified, and when its metadata last said something.
life AS MATERIALIZED (
  SELECT
    b.session AS session, max(iif(b.kind IN ('metadata', 'pod'), b.at_us, NULL)) AS at_us,
    min(iif(b.kind = 'pod', b.at_us, NULL)) AS pod_us, max(iif(b.kind = 'verification', b.at_us, NULL)) AS verified_us,
    max(iif(b.kind = 'metadata' AND x.status BETWEEN 200 AND 299 AND x.response_bytes > 0, b.at_us, NULL)) AS told_us
  FROM beacon b JOIN exchange x ON x.id = b.exchange
  WHERE b.run = :run AND b.family = 'dai' AND b.session IS NOT NULL
  GROUP BY b.session
),
-- Where no metadata came any more, nothing shows what the pod held.
judged AS (
  SELECT l.*, s.verified_us AS verified_us, s.at_us AS last_us,
    (s.told_us >= s.pod_us) IS NOT TRUE AND s.verified_us IS NULL AS blind
  FROM loaded l JOIN life s ON s.session = l.session
  WHERE likely(l.nth = 1)
)
SELECT
  beacon, session, at_us, pod, iif(blind, (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run), last_us) AS until_us
FROM judged
WHERE (verified_us >= asked_us) IS NOT TRUE
  AND (blind OR session IN (SELECT t.session FROM dai_tag t WHERE t.run = :run AND t.place IS NOT NULL))
  AND iif(blind, (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run), last_us)
  > at_us + length_us + iif(media OR blind, 0, $us(dai.podLeadSeconds)) + $us(order.slackMs)
