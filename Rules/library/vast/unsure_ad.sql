-- A silent ad whose trackers may have been sent all the same, or of whose time too little was seen.
-- needs: cached_url, content_media, silent_ad
CREATE TABLE unsure_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  doubt TEXT NOT NULL, -- blind where traffic was hidden, ambiguous where it can be read in two ways.
  KEY (ad)
) AS
WITH own AS MATERIALIZED (
  SELECT s.ad, t.id AS tracker, t.host, t.url, t.event IN ('impression', 'start') AND instr(t.url, '/') > 0 AS is_first,
    coalesce(g.at_us < d.ready_us, 0) AS is_merged, (f.at_us >= d.ready_us OR g.at_us >= d.ready_us) IS TRUE AS is_fired
  FROM silent_ad s JOIN tracker t ON t.ad = s.ad JOIN document d ON d.id = s.document
  -- An image that an earlier play requested may have been answered from memory; what was answered so was asked for.
  LEFT JOIN cached_url g ON g.run = :run AND g.url = t.url AND g.family = 'vast' LEFT JOIN (
    -- When each URL was last sent, whichever document it was sent for.
    SELECT t.url, max(f.at_us) AS at_us
    FROM firing f JOIN tracker t ON t.id = f.tracker WHERE likely(f.run = :run) GROUP BY t.url) f ON f.url = t.url
  WHERE s.run = :run),
-- A recorder that cuts URLs off may do so inside the path: several requests are the beginning of a tracker, none to its
-- host is longer, and the last step of the path is not whole.
cut AS MATERIALIZED (
  SELECT o.ad
  FROM (SELECT host, max(length(url)) AS length FROM exchange WHERE likely(run = :run) GROUP BY host) l
  CROSS JOIN own o ON o.host = l.host AND substr(o.url, l.length + 1, 1) NOT IN ('', '/', '?')
  JOIN exchange x ON x.run = :run AND x.host = o.host AND x.url = substr(o.url, 1, l.length)
  WHERE x.method <> 'OPTIONS' AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = x.id)
  GROUP BY o.ad HAVING count(DISTINCT x.id) >= 3),
-- The ad that comes next in a pod, where too little was seen after the one before it to say that it was left out: a
-- player may give a wrapper five seconds and a file eight before it shows something.
hidden AS MATERIALIZED (
  SELECT s.ad
  FROM silent_ad s JOIN blind b ON b.run = :run AND b.hides <> 'calls' AND b.since_us < s.reached_us + 15000000
    AND b.until_us > s.reached_us
  WHERE s.run = :run AND s.is_next AND CASE
    WHEN b.id IS NULL THEN NOT EXISTS (
      SELECT 1 FROM capture_span c WHERE c.run = :run AND c.from_us <= s.reached_us
        AND coalesce(c.to_us, s.reached_us + 15000000) >= s.reached_us + 15000000)
    ELSE b.many_hosts = 1 OR b.host IS NULL AND b.server IS NULL OR EXISTS (
      SELECT 1 FROM tracker t LEFT JOIN host_server h ON h.run = :run AND h.host = t.host
      WHERE t.ad = s.ad AND (t.host = b.host OR h.server = b.server)) END
  UNION
  -- Where no content was seen, whether it went on beside the ad may be at a host that could not be read.
  SELECT s.ad
  FROM silent_ad s JOIN ad a ON a.id = s.ad JOIN blind b ON b.run = :run AND b.id IS NOT NULL AND b.hides <> 'calls'
    AND b.until_us > s.fetched_us AND b.since_us < s.fetched_us + coalesce(a.duration_us, 10000000)
  WHERE s.run = :run AND NOT s.is_pod AND NOT EXISTS (SELECT 1 FROM content_media c WHERE c.run = :run))
SELECT o.ad, iif(o.ad IN (SELECT ad FROM hidden), 'blind', 'ambiguous') AS doubt FROM own o
GROUP BY o.ad HAVING o.ad IN (SELECT ad FROM hidden) OR max(o.is_first AND o.is_fired)
  OR max(o.host IN (SELECT z.host FROM cut_host z WHERE z.run = :run)) OR o.ad IN (SELECT ad FROM cut)
  OR max(EXISTS (SELECT 1 FROM firing_candidate c WHERE c.tracker = o.tracker))
  OR min(iif(o.is_first, o.is_merged, NULL))
