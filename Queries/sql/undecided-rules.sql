-- Undecided rules
-- Which rules could not be decided, why, and what would decide them?
-- example: cut-in-the-ad.har
SELECT
  v.rule AS rule, v.reason AS reason, v.because AS because, v.needs AS needs, count(*) AS subjects,
  count(DISTINCT v.run) AS runs
FROM verdict v
WHERE v.verdict = 'inconclusive'
GROUP BY v.rule, v.reason, v.because, v.needs
ORDER BY count(*) DESC, v.rule, v.reason
-- result:
-- | rule | reason | because | needs | subjects | runs |
-- |---|---|---|---|---|---|
-- | criteo.omid-once | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | criteo.omid-order | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.beacon-url-altered | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.doc-adservingid | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.doc-duplicate-url | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.doc-unfired | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.doc-universaladid | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.event-once | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.impression-once | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.loop-refire | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.quartile-once | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.quartile-order | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.skip-once | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.viewable-exclusive | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
-- | vast.viewable-once | blind | the file ends at byte 101686, inside entry 24 that begins at byte 101354; entries before it: 24 |  | 1 | 1 |
