-- Pings of which an export masked values: none of what they say is read.
-- needs: nielsen_vendor_gap
INSERT INTO owing
SELECT 'nielsen' AS family, 'pings were sent in which the export masked values: what they count is unknown' AS what,
  0 AS is_alone, 'exchange' AS evidence_table, min(u.exchange) AS evidence_id
-- Requests are looked at where something masked values at all.
FROM (SELECT 1 FROM nielsen_vendor_gap WHERE run = :run AND NOT is_end LIMIT 1)
CROSS JOIN unjudged_request u JOIN exchange x ON x.id = u.exchange
JOIN nielsen_vendor_gap g ON g.run = :run AND g.from_us = u.at_us AND g.to_us = u.at_us AND NOT g.is_end
-- The configuration is asked for whether or not anything is watched.
WHERE u.run = :run AND u.why = 'measurement' AND x.file <> 'cfg' GROUP BY u.run
