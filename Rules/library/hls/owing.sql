-- Interstitials that a playlist schedules and whose assets were never asked for, playlists that schedule breaks of a
-- stream of which nothing was fetched, and assets that a player asked for when nothing that was read schedules them.
-- needs: interstitial, nested_interstitial, interlude_ad, asset_request, unloaded_asset, scheduled_ad, stream_row, stream_extent
INSERT INTO owing
WITH
-- Content fetched piece by piece, and for how long it was played if nobody paused, less the ads that stand for a
-- part of it.
content AS MATERIALIZED (
  SELECT r.stream, r.program_us, r.program_us + r.media_to_us - r.media_from_us AS to_us,
    r.last_us - r.first_us - coalesce(a.ads_us, 0) AS took_us, r.media_to_us - r.media_from_us
    - (r.last_us - r.first_us - coalesce(a.ads_us, 0))
    BETWEEN -3 * e.target_us AND $us(ssai.bufferSeconds) + 2 * e.target_us AS is_even
  FROM stream_row r JOIN stream_extent e ON e.run = :run AND e.stream = r.stream LEFT JOIN (
    SELECT stream, sum(length_us) AS ads_us
    FROM (
      SELECT stream, length_us FROM interlude_ad WHERE run = :run
      UNION ALL
      -- An asset that is no list is as long as its tag says.
      SELECT i.stream, max(i.duration_us) FROM interstitial i
      JOIN asset_request q ON q.run = i.run AND q.asset_url = i.asset_url
      WHERE i.run = :run AND i.asset_url NOT IN (SELECT s.asset_url FROM scheduled_ad s WHERE s.run = :run)
      GROUP BY i.asset_url) GROUP BY stream) a ON a.stream = r.stream
  WHERE r.run = :run AND r.program_us IS NOT NULL)
SELECT 'hls' AS family, 'an interstitial was scheduled and its assets were never requested' AS what,
  coalesce(max(c.is_even AND c.took_us > i.start_us - c.program_us + $us(complete.graceSeconds)), 0) AS is_alone,
  'beacon' AS evidence_table, i.beacon AS evidence_id
FROM interstitial i LEFT JOIN content c ON c.stream = i.stream AND i.start_us >= c.program_us AND i.start_us < c.to_us
WHERE i.run = :run AND i.asset_url IS NOT NULL
  AND i.asset_url NOT IN (SELECT r.asset_url FROM asset_request r WHERE r.run = :run)
  AND i.beacon NOT IN (SELECT n.beacon FROM nested_interstitial n WHERE n.run = :run AND n.is_sure)
  -- Who left before its place, or jumped over it, owes nothing for it.
  AND (c.stream IS NOT NULL OR i.cue <> '' OR i.start_us IS NULL
      OR i.stream IS NULL OR i.stream NOT IN (SELECT k.stream FROM content k))
  -- Nor who was still in an earlier one, so short a time before the end that its place had not come.
  AND NOT EXISTS (
    SELECT 1 FROM interstitial e JOIN asset_request r ON r.run = e.run AND r.asset_url = e.asset_url
    WHERE e.run = :run AND e.stream = i.stream AND i.cue = '' AND i.stream NOT IN (SELECT k.stream FROM content k)
      AND r.at_us + i.start_us - e.start_us > (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run))
GROUP BY i.beacon
UNION ALL
-- Of one that may be skipped the viewer may have had enough, once he saw the first.
SELECT 'hls',
  'asset ' || min(u.ordinal) || ' of an interstitial''s list was never requested, though content was played on',
  max(i.is_bound OR u.ordinal = 1), 'beacon', i.beacon
FROM interstitial i JOIN unloaded_asset u ON u.run = i.run AND u.asset_url = i.asset_url
JOIN content c ON c.stream = i.stream AND i.start_us >= c.program_us AND i.start_us < c.to_us
WHERE i.run = :run AND c.is_even AND c.took_us > i.start_us - c.program_us + $us(complete.graceSeconds)
GROUP BY i.beacon
UNION ALL
SELECT b.family, 'a playlist that schedules breaks was read, and nothing of its stream was fetched', 0, 'beacon', b.id
FROM beacon b WHERE b.run = :run AND b.family IN ('hls', 'scte35') AND b.kind IN ('daterange', 'cue')
  AND NOT EXISTS (SELECT 1 FROM exchange x WHERE x.run = :run AND x.response_body_state = 'media')
UNION ALL
-- A recording that began behind the playlist does not show what is due for the asset. An asset list says so for itself,
-- but which others are scheduled may stand in a playlist that was hidden.
SELECT 'hls', 'an interstitial''s asset was requested, and nothing that was read declares it: what is due is unknown',
  NOT EXISTS (SELECT 1 FROM document d WHERE d.run = :run AND d.kind = 'asset-list') OR EXISTS (
    SELECT 1 FROM blind h
    WHERE h.run = :run AND h.id IS NOT NULL AND h.hides IN ('requests', 'both') AND h.since_us < b.at_us),
  'beacon', b.id FROM beacon b WHERE b.run = :run AND b.family = 'hls' AND b.kind = 'interstitial-request'
  AND NOT EXISTS (SELECT 1 FROM interstitial i WHERE i.run = :run)
