-- A request to register a stream.
CREATE TABLE dai_registration (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  session INTEGER REFERENCES session, -- The stream that was issued; NULL where none was, or it could not be read.
  stream TEXT, -- Its id.
  asset TEXT, -- The asset key.
  network TEXT, -- The network code of the publisher, as in dai_pod.
  network_sent TEXT, -- The network code as sent.
  is_unread INTEGER NOT NULL, -- 1 when the answer was not refused and could not be read: it may have issued any id.
  KEY (beacon),
  INDEX (stream)
) AS
SELECT
  b.id AS beacon, b.at_us, b.session, s.identifier AS stream,
  nullif(max(iif(p.name = 'asset_key', p.value, NULL)), '') AS asset,
  max(iif(p.name = 'network_code', nullif(substr(p.value, 1, instr(p.value || ',', ',') - 1), ''), NULL)) AS network,
  max(iif(p.name = 'network_code', p.value, NULL)) AS network_sent,
  b.session IS NULL AND coalesce(x.status, 200) BETWEEN 200 AND 299 AND EXISTS (
    SELECT 1 FROM document d WHERE d.exchange = x.id AND d.state IN ('unseen', 'malformed')) AS is_unread
FROM beacon b
JOIN exchange x ON x.id = b.exchange
LEFT JOIN session s ON s.id = b.session
LEFT JOIN parameter p ON p.beacon = b.id AND p.name IN ('asset_key', 'network_code')
WHERE b.run = :run AND b.family = 'dai' AND b.kind = 'stream-registration'
GROUP BY b.id
