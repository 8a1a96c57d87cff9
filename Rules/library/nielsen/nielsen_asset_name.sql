-- An asset id as a ping or a loadMetadata names it, and each thing that may be wrong with it.
-- needs: nielsen_request
CREATE TABLE nielsen_asset_name (
  beacon INTEGER REFERENCES beacon, -- The ping; NULL for a loadMetadata.
  call INTEGER REFERENCES call, -- The loadMetadata; NULL for a ping.
  session INTEGER REFERENCES session, -- The stream of that.
  at_us INTEGER NOT NULL, -- When it was sent or made.
  asset TEXT NOT NULL, -- The asset id.
  kind TEXT NOT NULL, -- length, characters or, of an ad, shared.
  is_wrong INTEGER, -- 1 where that is wrong.
  is_pinged INTEGER NOT NULL, -- 1 for a loadMetadata whose asset pings show with the same fault.
  is_partial INTEGER NOT NULL, -- 1 where the log leaves out some calls.
  severity TEXT, -- warning where only another market says so.
  observed TEXT, -- What it is where it is wrong, for people.
  expected TEXT -- What it is to be, for people.
) AS
WITH kind(kind, observed, expected) AS (
  VALUES ('length', NULL, NULL), ('characters', 'special characters', 'letters, digits, dot, hyphen and underscore'),
    ('shared', 'the id of a content', 'an id of the ad''s own')),
market AS MATERIALIZED (
  SELECT lower($fact(nielsen.market)) IS 'se' AS is_sweden, iif(lower($fact(nielsen.market)) = 'se',
      $setting(nielsen.assetIdMaxLengthSweden), $setting(nielsen.assetIdMaxLength)) AS most),
named(beacon, call, session, owner, part, asset, at_us, is_partial) AS MATERIALIZED (
  SELECT subject_id, NULL, NULL, instance, part, asset, at_us, 0
  FROM nielsen_request WHERE run = :run AND counts IN ('view', 'duration') AND asset IS NOT NULL
  UNION ALL SELECT NULL, call, session, log, coalesce(part, 'content'), asset, at_us, coalesce(partial, 0)
  FROM call_step WHERE run = :run AND api = 'loadMetadata' AND asset <> ''),
pinged AS MATERIALIZED (
  SELECT asset, count(DISTINCT coalesce(part, 'content')) AS parts FROM named WHERE beacon IS NOT NULL GROUP BY asset),
judged AS (
  SELECT n.*, k.*, m.most, m.is_sweden, CASE k.kind
    WHEN 'length' THEN length(n.asset) > m.most
    WHEN 'characters' THEN n.asset GLOB '*[^A-Za-z0-9._-]*'
    ELSE (n.owner, n.asset) IN (SELECT owner, asset FROM named WHERE part = 'content') END AS is_wrong
  FROM named n JOIN market m JOIN kind k ON k.kind <> 'shared' OR n.part = 'ad')
SELECT j.beacon, j.call, j.session, j.at_us, j.asset, j.kind, j.is_wrong, j.is_partial,
  j.call IS NOT NULL AND coalesce(p.parts >= iif(j.kind = 'shared', 2, 1), 0) AS is_pinged,
  iif(j.kind = 'shared' OR j.is_sweden, NULL, 'warning') AS severity,
  iif(j.is_wrong, coalesce(j.observed, length(j.asset) || ' characters'), NULL) AS observed,
  iif(j.is_wrong, coalesce(j.expected, 'at most ' || CAST(j.most AS INTEGER)), NULL) AS expected
FROM judged j LEFT JOIN pinged p ON p.asset = j.asset
