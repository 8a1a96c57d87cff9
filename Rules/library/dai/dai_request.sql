-- A request to register a stream, or for the manifest or a playlist of a pod.
CREATE TABLE dai_request (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  kind TEXT NOT NULL, -- stream-registration, pod, or pod-variant for a playlist below its manifest.
  at_us INTEGER NOT NULL, -- When it was sent.
  host TEXT NOT NULL, -- Its host.
  exchange INTEGER REFERENCES exchange, -- Its exchange.
  session INTEGER REFERENCES session, -- The stream: of a pod as it names it, where that was issued in sight; of a registration as issued.
  stream TEXT, -- Its id: of a pod as sent, empty without one; of a registration as issued, NULL where none was or it could not be read.
  pod TEXT, -- The id of the pod.
  asset TEXT, -- The asset key.
  network TEXT, -- The network code of the publisher: a child's follows after a comma.
  network_sent TEXT, -- The network code as sent.
  pd TEXT, -- How long the pod was asked to be, as sent.
  length_us INTEGER NOT NULL, -- The same; 0 where nothing says so.
  media_us INTEGER, -- How long the media is that the answer lists; NULL where it lists none.
  is_live INTEGER NOT NULL, -- 1 for a pod of a live stream.
  client TEXT NOT NULL, -- The address it came from, without its port; empty where it is not known.
  is_cut INTEGER NOT NULL, -- 1 where its URL is as long as those are that a recorder cuts off.
  is_unread INTEGER NOT NULL, -- 1 for a registration whose answer was not refused and could not be read: it may have issued any id.
  KEY (beacon),
  INDEX (session, kind, at_us),
  INDEX (stream)
) AS
SELECT b.id AS beacon, b.kind, b.at_us, b.host, b.exchange, b.session,
  iif(b.kind = 'pod', coalesce(max(iif(p.name = 'stream_id', p.value, NULL)), ''), s.identifier) AS stream,
  max(iif(p.name = 'pod_id', p.value, NULL)) AS pod, nullif(max(iif(p.name = 'asset_key', p.value, NULL)), '') AS asset,
  max(iif(p.name = 'network_code', nullif(substr(p.value, 1, instr(p.value || ',', ',') - 1), ''), NULL)) AS network,
  max(iif(p.name = 'network_code', p.value, NULL)) AS network_sent, max(iif(p.name = 'pd', p.value, NULL)) AS pd,
  coalesce(CAST(max(iif(p.name = 'pd', p.value, NULL)) AS INTEGER), 0) * 1000 AS length_us,
  max(iif(p.name = 'response', CAST(p.value AS INTEGER), NULL)) AS media_us,
  b.kind = 'pod' AND coalesce(max(p.name = 'service' AND p.value = 'linear'), 0) AS is_live,
  coalesce(x.client_address, '') AS client, coalesce(length(x.url) IN (256, 512, 1024, 2048, 4096, 8192), 0) AS is_cut,
  b.kind = 'stream-registration' AND b.session IS NULL AND coalesce(x.status, 200) BETWEEN 200 AND 299 AND EXISTS (
    SELECT 1 FROM document d WHERE d.exchange = x.id AND d.state IN ('unseen', 'malformed')) AS is_unread
FROM beacon b LEFT JOIN exchange x ON x.id = b.exchange LEFT JOIN session s ON s.id = b.session
LEFT JOIN parameter p ON p.beacon = b.id AND (p.subkey = 'duration_us' OR p.name <> 'response')
  AND p.name IN ('service', 'stream_id', 'pod_id', 'asset_key', 'network_code', 'pd', 'response')
WHERE b.run = :run AND b.family = 'dai' AND b.kind IN ('pod', 'pod-variant', 'stream-registration') GROUP BY b.id
