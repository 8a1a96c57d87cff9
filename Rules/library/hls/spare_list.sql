-- An asset list that was asked for ahead, or once more, of an interstitial that played once: another request for it counts.
-- needs: scheduled_ad
CREATE TABLE spare_list (
  document INTEGER NOT NULL REFERENCES document, -- The list.
  KEY (document)
) AS
WITH list AS MATERIALIZED (
  SELECT i.list, i.asset_url, d.at_us, min(f.at_us) AS heard_us
  FROM scheduled_ad i JOIN document d ON d.id = i.list
  LEFT JOIN ad_play p ON p.ad = i.ad LEFT JOIN firing f ON f.ad_play = p.id
  WHERE i.run = :run AND i.asset_url IS NOT NULL GROUP BY i.list)
SELECT DISTINCT l.list AS document
FROM list l JOIN list o ON o.asset_url = l.asset_url AND o.list <> l.list
-- What was reported is the other's, or both are silent and the other is the later one.
WHERE l.heard_us IS NULL AND coalesce(o.heard_us >= l.at_us, o.list > l.list) AND NOT EXISTS (
  SELECT 1 FROM resource r WHERE r.document = l.list AND r.kind = 'playlist' AND r.fetch IS NOT NULL
    AND r.fetch NOT IN (SELECT q.fetch FROM resource q WHERE q.document = o.list AND q.fetch IS NOT NULL))
