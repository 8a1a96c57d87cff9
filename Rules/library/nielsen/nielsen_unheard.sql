-- An ad that stood loaded for as long as it is, amid a content, of which no position came: it was shown, or it failed.
-- needs: nielsen_loading
CREATE TABLE nielsen_unheard (
  call INTEGER NOT NULL REFERENCES call, -- The loadMetadata.
  stream INTEGER NOT NULL REFERENCES session, -- The stream.
  asset TEXT, -- The asset.
  at_us INTEGER NOT NULL, -- When it was loaded, by the log.
  until_us INTEGER NOT NULL, -- When it was stopped, or something else was loaded.
  is_shown INTEGER NOT NULL, -- 1 where the player says that an ad was shown meanwhile.
  KEY (call)
) AS
SELECT l.call, l.stream, l.asset, l.at_us, n.at_us AS until_us, coalesce(max(v.name = 'ad_start'), 0) AS is_shown
FROM nielsen_loading l JOIN call_step n ON n.call = (
  SELECT s.call FROM call_step s
  WHERE s.session = l.stream AND s.at_us > l.at_us AND s.api IN ('loadMetadata', 'stop') ORDER BY s.at_us LIMIT 1)
LEFT JOIN call v ON v.run = :run AND v.source = 'player' AND v.at_us BETWEEN l.at_us - 2000000 AND n.at_us
WHERE l.run = :run AND l.part = 'ad' AND l.first IS NULL AND l.length BETWEEN 1 AND 86399
  AND (n.api = 'stop' OR n.asset IS NOT l.asset) AND n.at_us - l.at_us >= max(l.length - 1, 10) * 1000000 AND 2 = (
    SELECT count(DISTINCT c.at_us > l.at_us) FROM call_step c
    WHERE c.session = l.stream AND c.api = 'playhead' AND c.part = 'content') GROUP BY l.call
-- A pause, a stall or an interruption explains it.
HAVING max(v.at_us > l.at_us AND v.name NOT IN ('play', 'ad_start', 'ad_end', 'ad_break')) IS NOT 1
