-- A request for the manifest of a pod.
CREATE TABLE dai_pod (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  session INTEGER REFERENCES session, -- The stream that it names, where that was issued in sight.
  stream TEXT NOT NULL, -- The stream id as sent; empty without one.
  pod TEXT, -- The id of the pod.
  asset TEXT, -- The asset key.
  network TEXT, -- The network code of the publisher: a child's follows after a comma.
  network_sent TEXT, -- The network code as sent.
  length_us INTEGER NOT NULL, -- How long the pod was asked to be; 0 where nothing says so.
  is_live INTEGER NOT NULL, -- 1 of a live stream, 0 of video on demand.
  KEY (beacon),
  INDEX (session, pod, at_us)
) AS
SELECT
  b.id AS beacon, b.at_us, b.session, coalesce(max(iif(p.name = 'stream_id', p.value, NULL)), '') AS stream,
  max(iif(p.name = 'pod_id', p.value, NULL)) AS pod, nullif(max(iif(p.name = 'asset_key', p.value, NULL)), '') AS asset,
  max(iif(p.name = 'network_code', nullif(substr(p.value, 1, instr(p.value || ',', ',') - 1), ''), NULL)) AS network,
  max(iif(p.name = 'network_code', p.value, NULL)) AS network_sent,
  coalesce(CAST(max(iif(p.name = 'pd', p.value, NULL)) AS INTEGER), 0) * 1000 AS length_us,
  coalesce(max(p.name = 'service' AND p.value = 'linear'), 0) AS is_live
FROM beacon b
LEFT JOIN parameter p
  ON p.beacon = b.id AND p.name IN ('service', 'stream_id', 'pod_id', 'asset_key', 'network_code', 'pd')
WHERE b.run = :run AND b.family = 'dai' AND b.kind = 'pod'
GROUP BY b.id
