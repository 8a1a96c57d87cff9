-- Opt-out over time
-- Which opt-out and consent parameters were sent, with which values, and when first and last?
-- example: nielsen-opted-out.har
SELECT
  b.family AS family, b.host AS host, coalesce(q.subkey, q.name) AS parameter, q.value AS value, count(*) AS beacons,
  strftime('%Y-%m-%dT%H:%M:%SZ', min(b.at_us) / 1000000, 'unixepoch') AS first,
  strftime('%Y-%m-%dT%H:%M:%SZ', max(b.at_us) / 1000000, 'unixepoch') AS last
FROM parameter q JOIN beacon b ON b.id = q.beacon
WHERE lower(coalesce(q.subkey, q.name)) IN
  ('us_privacy', 'gdpr', 'gdpr_consent', 'uoo', 'rdp', 'npa', 'ltd', 'gpp', 'gpp_sid', 'is_lat', 'lmt', 'tfcd')
GROUP BY b.family, b.host, parameter, q.value
ORDER BY b.family, b.host, parameter, min(b.at_us)
-- result:
-- | family | host | parameter | value | beacons | first | last |
-- |---|---|---|---|---|---|---|
-- | nielsen | secure-sw.imrworldwide.com | uoo | true | 6 | 2026-11-21T04:27:54Z | 2026-11-21T04:28:32Z |
