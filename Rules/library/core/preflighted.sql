-- A request that waited for the answer to its preflight: its sender asked for it when the preflight left.
CREATE TABLE preflighted (
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  asked_us INTEGER NOT NULL, -- When its preflight was sent.
  KEY (exchange)
) AS
SELECT x.id AS exchange, max(o.at_us) AS asked_us
FROM beacon b CROSS JOIN exchange o ON o.id = b.exchange AND o.method = 'OPTIONS'
CROSS JOIN exchange x ON x.run = :run AND x.host = o.host AND x.target = o.target AND x.method <> 'OPTIONS'
  AND x.at_us BETWEEN o.at_us AND o.at_us + $us(order.handshakeSeconds)
WHERE b.run = :run AND b.kind = 'preflight' GROUP BY x.id
