-- Slow trackers
-- Which tracker hosts answer slowly or with an error?
-- example: clean-play.har
SELECT
  b.host AS host, count(*) AS beacons, sum(x.status IS NULL OR x.status >= 400) AS unanswered_or_failed,
  max((x.end_us - x.at_us) / 1000) AS slowest_ms
FROM beacon b JOIN exchange x ON x.id = b.exchange
GROUP BY b.host
ORDER BY unanswered_or_failed DESC, slowest_ms DESC, b.host
-- result:
-- | host | beacons | unanswered\_or\_failed | slowest\_ms |
-- |---|---|---|---|
-- | verify.criteo.example.test | 7 | 0 | 28 |
-- | tracker.example.test | 11 | 0 | 23 |
