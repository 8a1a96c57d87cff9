-- An interstitial that the playlist of another's asset schedules: players ignore it there.
-- needs: interstitial, stream_row
CREATE TABLE nested_interstitial (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The date range inside, as in interstitial.
  outer_tag INTEGER REFERENCES beacon, -- The first that shows its playlist; NULL where only the request says that one does.
  is_sure INTEGER NOT NULL, -- 0 where the playlist may have been played by itself when it was read.
  KEY (beacon)
) AS
-- Whose asset has variants shows its playlist by the request alone.
SELECT i.beacon, max(o.beacon) AS outer_tag,
  -- A player says for what it asks; else what was read once is the asset, if what shows it was played on.
  max(q.id IS NOT NULL OR (SELECT count(*) = 1 FROM playlist_reading p WHERE p.run = :run AND p.stream = i.stream)
      AND EXISTS (SELECT 1 FROM stream_row r WHERE r.run = :run AND r.stream = o.stream AND r.last_us > i.at_us))
  AS is_sure FROM interstitial i JOIN beacon d ON d.id = i.beacon
LEFT JOIN beacon q ON q.exchange = d.exchange AND q.kind = 'interstitial-request'
LEFT JOIN (
  SELECT asset_url, min(beacon) AS beacon, stream FROM interstitial WHERE run = :run GROUP BY asset_url) o
  ON o.asset_url = i.playlist AND o.beacon < i.beacon
WHERE i.run = :run AND coalesce(o.beacon, q.id) IS NOT NULL GROUP BY i.beacon
