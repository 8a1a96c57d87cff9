-- Interstitials that a playlist schedules and whose assets were never asked for, playlists that schedule breaks of a
-- stream of which nothing was fetched, and assets that a player asked for when nothing that was read schedules them.
-- needs: interstitial, asset_request, stream_fetch
INSERT INTO owing
SELECT
  'hls' AS family, 'an interstitial was scheduled and its assets were never requested' AS what, 0 AS is_alone,
  'beacon' AS evidence_table, i.beacon AS evidence_id
FROM interstitial i LEFT JOIN (
  SELECT stream, max(program_us + duration_us) AS to_us FROM stream_fetch WHERE run = :run GROUP BY stream) f
  ON f.stream = i.stream
WHERE i.run = :run AND i.asset_url IS NOT NULL
  AND i.asset_url NOT IN (SELECT r.asset_url FROM asset_request r WHERE r.run = :run)
  -- Who left before its place owes nothing for it.
  AND (i.start_us > f.to_us) IS NOT TRUE
UNION ALL
SELECT
  b.family, 'a playlist that schedules breaks was read, and nothing of its stream was fetched', 0, 'beacon', b.id
FROM beacon b
WHERE b.run = :run AND b.family IN ('hls', 'scte35') AND b.kind IN ('daterange', 'cue')
  AND NOT EXISTS (SELECT 1 FROM exchange x WHERE x.run = :run AND x.response_body_state = 'media')
UNION ALL
-- A recording that began behind the playlist does not show what is due for the asset. An asset list says so for itself,
-- but which others are scheduled may stand in a playlist that was hidden.
SELECT
  'hls', 'an interstitial''s asset was requested, and nothing that was read declares it: what is due is unknown',
  NOT EXISTS (SELECT 1 FROM document d WHERE d.run = :run AND d.kind = 'asset-list')
  OR EXISTS (
    SELECT 1 FROM blind h
    WHERE h.run = :run AND h.id IS NOT NULL AND h.hides IN ('requests', 'both') AND h.since_us < b.at_us),
  'beacon', b.id
FROM beacon b
WHERE b.run = :run AND b.family = 'hls' AND b.kind = 'interstitial-request'
  AND NOT EXISTS (SELECT 1 FROM interstitial i WHERE i.run = :run)
