-- Hosts undecrypted
-- Traffic of which servers could not be read, why, and how much of it was there?
-- example: clean-play.pcapng
SELECT
  coalesce(f.server_name, f.server) AS server, f.undecrypted AS reason, count(*) AS flows,
  sum(f.client_bytes) AS sent_bytes, sum(f.server_bytes) AS received_bytes
FROM flow f
WHERE f.undecrypted IS NOT NULL
GROUP BY server, f.undecrypted
ORDER BY sum(f.client_bytes + f.server_bytes) DESC, server
-- result:
-- | server | reason | flows | sent\_bytes | received\_bytes |
-- |---|---|---|---|---|
-- | `www.publisher.example.test` | secretMissing | 2 | 7991 | 73494 |
-- | verify.criteo.example.test | secretMissing | 1 | 3352 | 4090 |
