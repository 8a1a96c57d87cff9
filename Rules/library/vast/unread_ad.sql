-- A host whose requests show an ad or an ad break that no document which was read declares.
-- needs: content_media
CREATE TABLE unread_ad (
  host TEXT NOT NULL, -- The host.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The first of the requests.
  what TEXT NOT NULL, -- What was not read, for people.
  KEY (host)
) AS
WITH
-- Hosts that trackers or documents of ads name.
known AS MATERIALIZED (
  SELECT host FROM tracker WHERE likely(run = :run) AND host <> '' AND family IN ('vast', 'vmap', 'criteo')
  UNION SELECT host FROM document WHERE run = :run AND kind IN ('vast', 'vmap')),
first AS MATERIALIZED (SELECT min(at_us) AS at_us FROM document WHERE run = :run AND kind IN ('vast', 'vmap')),
-- What leaves a document unread: the begin of the recording, a host that was not decrypted, a body that was not kept.
dark AS MATERIALIZED (
  SELECT c.from_us AS at_us, f.at_us AS until_us, NULL AS domain
  FROM capture_span c CROSS JOIN first f WHERE c.run = :run
  UNION ALL SELECT since_us, 9e18, substr(host, instr(host, '.')) FROM blind
  WHERE run = :run AND host IS NOT NULL AND hides IN ('requests', 'both')
  UNION ALL SELECT x.at_us, 9e18, NULL FROM ad_trace e JOIN exchange x ON x.id = e.exchange
  WHERE e.run = :run AND e.event IS NULL),
undeclared AS MATERIALIZED (
  SELECT e.exchange, e.event, e.place, x.at_us, x.host
  FROM ad_trace e JOIN exchange x ON x.id = e.exchange
  WHERE e.run = :run AND e.event IS NOT NULL AND NOT x.is_media
    AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = e.exchange)
    AND NOT EXISTS (SELECT 1 FROM document d WHERE d.exchange = e.exchange)),
named AS MATERIALIZED (
  SELECT u.*, lag(u.event) OVER w AS before, lag(u.place) OVER w AS before_place, lag(u.at_us) OVER w AS before_us,
    min(u.at_us) OVER h AS first_us, count(*) OVER h AS requests,
    -- Who reports to others what ads do, does so while those are shown that were read.
    max(u.place IS NOT NULL AND EXISTS (
      SELECT 1 FROM firing f WHERE f.at_us >= u.at_us - 2000000 AND f.ad_play = (
        SELECT p.id FROM ad_play p
        WHERE p.run = :run AND p.impression_us <= u.at_us + 2000000 ORDER BY p.impression_us DESC LIMIT 1))) OVER h
    AS is_reporter
  FROM undeclared u WINDOW h AS (PARTITION BY u.host), w AS (PARTITION BY u.host ORDER BY u.at_us, u.exchange)),
-- Two events of one ad or break in their order, or the end of an ad that began before the recording. While an ad is
-- shown no content is fetched piece by piece.
shown AS MATERIALIZED (
  SELECT n.host, n.first_us, n.requests, n.is_reporter, n.host IN (SELECT k.host FROM known k) AS is_known
  FROM named n CROSS JOIN first f
  WHERE n.before_place < n.place AND n.at_us - n.before_us BETWEEN 500000 AND 30000000 AND NOT EXISTS (
    SELECT 1 FROM content_media c WHERE c.run = :run AND c.at_us BETWEEN n.before_us AND n.at_us)
    OR n.before = 'breakStart' AND n.event = 'breakEnd'
    OR n.place = 5 AND n.before IS NULL AND n.at_us < f.at_us AND n.host IN (SELECT k.host FROM known k)
  GROUP BY n.host)
SELECT s.host, (SELECT min(u.exchange) FROM undeclared u WHERE u.host = s.host) AS exchange,
  'requests to ' || s.host || ' name events of an ad, and nothing that was read declares them' AS what
FROM shown s
WHERE iif(s.is_reporter,
    -- A wrapper that was not read: its server was asked right before the documents behind it, and counts with them.
    EXISTS (
      SELECT 1 FROM dark k JOIN document d ON d.run = :run AND d.kind = 'vast'
        AND d.at_us BETWEEN k.at_us AND k.at_us + 5000000
      WHERE k.domain = substr(s.host, instr(s.host, '.')) AND instr(substr(k.domain, 2), '.') > 0
        AND s.first_us BETWEEN d.at_us AND k.at_us + 30000000),
    -- Others name events of the content in these words: not at hosts of ads, nor where all documents could be read.
    s.is_known OR EXISTS (
      SELECT 1 FROM dark k WHERE s.first_us BETWEEN k.at_us AND k.at_us + 30000000 AND s.first_us < k.until_us))
  -- Nor do they say nothing else.
  AND (s.is_known OR (SELECT count(*) FROM exchange x WHERE x.run = :run AND x.host = s.host) < 2 * s.requests)
