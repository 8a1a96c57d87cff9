-- Views as earlier versions of the schema had them, where they differ from today's. They are never made: a file of an earlier
-- version may hold them, and nothing else. Whoever changes a view adds its former text here, with the step that ended it.

-- Until step 3.
CREATE VIEW document AS SELECT
  id, -- The document's number in this file.
  run, -- Its run.
  exchange, -- The exchange whose response it is.
  kind, -- vast, vmap, playlist, asset-list, dai-stream, dai-metadata, mediatailor, nielsen-config.
  version, -- As declared.
  state, -- well-formed, repaired, malformed, empty or unseen.
  at_us, -- Start of its request.
  ready_us, -- When it had arrived: nothing it declares can fire earlier.
  ads, -- How many ads it declares.
  label, -- For people.
  detail -- The fault with line and column, or the repair.
FROM document_row;

-- Until step 2.
CREATE VIEW ad AS SELECT
  id, -- The ad's number in this file.
  run, -- Its run.
  document, -- The document that declares it.
  kind, -- inline, wrapper, stitched or ad-break.
  position, -- From 1, in document order.
  sequence, -- The sequence attribute of a pod's ad.
  ad_id, -- The id attribute.
  title, -- The title.
  label, -- For people.
  creative, -- Creative id or universal ad id.
  duration_us, -- Declared duration.
  skip_offset_us, -- Declared skip offset; NULL when it cannot be skipped.
  serving_id, -- The AdServingId.
  universal_ad_id, -- The UniversalAdId.
  expires_us, -- How long after its request the ad may begin.
  parent -- The ad or ad break that holds it.
FROM ad_row;

-- Until step 2.
CREATE VIEW tracker AS SELECT
  id, -- The tracker's number in this file.
  run, -- Its run.
  document, -- The document that declares it.
  ad, -- The ad it belongs to; NULL for the document's own.
  family, -- The family whose rules read it.
  event, -- The event, as the specification spells it.
  url, -- As declared, macros and all.
  host, -- Lower-case; empty when the host is a macro.
  element, -- The element that declares it.
  offset_us, -- For progress: when it is due.
  line -- Line in the document.
FROM tracker_row;

-- Until step 2.
CREATE VIEW resource AS SELECT
  id, -- The resource's number in this file.
  run, -- Its run.
  document, -- The document that declares it.
  ad, -- The ad it belongs to.
  kind, -- media, mezzanine, interactive, captions, verification, icon, icon-fallback, companion, click-through, icon-click-through, companion-click-through, nonlinear-click-through, wrapped-tag, segment, playlist.
  url, -- As declared.
  host, -- Lower-case.
  type, -- MIME type, API framework or vendor, as declared.
  parameters, -- VerificationParameters or AdParameters, as declared.
  fetch -- The first exchange that fetched it; NULL when none was seen.
FROM resource_row;

-- Until step 4.
CREATE VIEW call_step AS SELECT
  run, -- The run.
  call, -- The call.
  session, -- The stream it belongs to, a session of kind nielsen-stream.
  api, -- init, play, loadMetadata, playhead, stop, end, updateOTT, userOptOut …, whatever the platform calls it.
  at_us, -- When it was made.
  clock_us, -- The device's monotonic clock, or its wall clock where the log has no other.
  since_us, -- When the instance's call before it was made; NULL for the first.
  before, -- State of the automaton before it.
  after, -- State after it.
  broken_edge, -- What is wrong with the step; NULL when it is legal.
  edge_severity, -- error or warning, for a broken edge.
  asset, -- The asset loaded.
  type, -- The type its metadata gave: content, preroll, midroll …
  stream, -- a for ad, c for content; NULL before anything was loaded.
  position, -- The position a playhead passed; NULL when it is no whole number.
  prior, -- The call before it in the stream, of play, loadMetadata, playhead, stop and end.
  gap_us, -- Time since that one; NULL where the log's two clocks do not agree on it.
  moved, -- How much further the position is than in that one; NULL unless both have one.
  loading, -- Number of the loadMetadata within the instance, from 1.
  excuse, -- The player's event since the playhead before that may explain an odd one: seek, buffer_start …
  partial -- 1 when the log is known to leave out some calls.
FROM call_step_row;

-- Until step 3.
CREATE VIEW nielsen_clock AS
WITH cause(run, kind, asset, at_us, place) AS MATERIALIZED (
  SELECT run, kind, asset, at_us, row_number() OVER (PARTITION BY run, kind, asset ORDER BY at_us)
  FROM (
    SELECT run, 'view' AS kind, asset, min(at_us) AS at_us FROM call_step
    WHERE api = 'playhead' AND asset IS NOT NULL GROUP BY run, session, loading, asset
    UNION ALL SELECT run, 'duration', asset, at_us FROM call_step
    WHERE api IN ('stop', 'end') AND asset IS NOT NULL
  )
), sign(run, kind, asset, at_us, place) AS MATERIALIZED (
  SELECT p.run, p.kind, p.asset, p.created_us, row_number() OVER (PARTITION BY p.run, p.kind ORDER BY p.created_us)
  FROM ping p
  WHERE p.kind IN ('view', 'duration') AND p.repeat = 0 AND p.created_us IS NOT NULL
    AND EXISTS (SELECT 1 FROM cause c WHERE c.run = p.run AND c.kind = p.kind AND c.asset = p.asset)
), guess(run, offset_us) AS MATERIALIZED (
  SELECT s.run, s.at_us - c.at_us FROM sign s JOIN cause c ON c.run = s.run AND c.kind = s.kind AND c.asset = s.asset
  WHERE s.kind = 'view' AND s.place <= 8 AND c.place <= 16
  UNION SELECT run, 0 FROM sign
), scored(run, offset_us, support) AS MATERIALIZED (
  SELECT g.run, g.offset_us, count(*)
  FROM guess g JOIN sign s ON s.run = g.run AND s.place <= 64
  WHERE EXISTS (
    SELECT 1 FROM cause c WHERE c.run = s.run AND c.kind = s.kind AND c.asset = s.asset
      AND abs(s.at_us - c.at_us - g.offset_us) <= CASE s.kind WHEN 'view' THEN 2000000 ELSE 10000000 END)
  GROUP BY g.run, g.offset_us
)
SELECT
  x.run AS run, -- The run.
  x.offset_us AS offset_us, -- What to add to a call's time to have it on the clock of the pings.
  x.support AS support -- How many pings it explains.
FROM scored x
WHERE x.support = (SELECT max(y.support) FROM scored y WHERE y.run = x.run)
  AND (x.support >= 2 OR abs(x.offset_us) <= 2000000);

-- Until step 4.
CREATE VIEW ima_event AS
WITH known(logged, event, place) AS (
  VALUES ('adBreakStart', 'breakStart', NULL), ('AD_BREAK_STARTED', 'breakStart', NULL),
    ('adBreakEnd', 'breakEnd', NULL), ('AD_BREAK_ENDED', 'breakEnd', NULL),
    ('adStart', 'start', 1), ('STARTED', 'start', 1),
    ('adFirstQuartile', 'firstQuartile', 2), ('FIRST_QUARTILE', 'firstQuartile', 2),
    ('adMidpoint', 'midpoint', 3), ('MIDPOINT', 'midpoint', 3),
    ('adThirdQuartile', 'thirdQuartile', 4), ('THIRD_QUARTILE', 'thirdQuartile', 4),
    ('adEnd', 'complete', 5), ('COMPLETE', 'complete', 5),
    ('adSkipped', 'skip', NULL), ('SKIPPED', 'skip', NULL), ('adPause', 'pause', NULL), ('PAUSED', 'pause', NULL),
    ('adResume', 'resume', NULL), ('RESUMED', 'resume', NULL), ('adClicked', 'click', NULL), ('CLICKED', 'click', NULL),
    ('adCompletedAll', 'allComplete', NULL), ('ALL_ADS_COMPLETED', 'allComplete', NULL)
),
logged AS (
  SELECT c.run AS run, c.id AS call, k.event AS event, k.place AS place, c.at_us AS at_us,
    (SELECT a.value FROM argument a WHERE a.call = c.id AND a.name = 'adId') AS ad_id,
    (SELECT CAST(a.value AS INTEGER) FROM argument a WHERE a.call = c.id AND a.name = 'sequence') AS sequence,
    (SELECT CAST(a.value AS INTEGER) FROM argument a WHERE a.call = c.id AND a.name = 'totalAds') AS total_ads,
    sum(k.event = 'breakStart') OVER before AS breaks, sum(k.event = 'breakEnd') OVER before AS breaks_over,
    sum(k.event = 'start') OVER before AS starts
  FROM call c JOIN known k ON k.logged = c.name
  WHERE c.source = 'ima'
  WINDOW before AS (PARTITION BY c.run ORDER BY c.at_us, c.id ROWS UNBOUNDED PRECEDING)
)
SELECT
  run, -- The run.
  call, -- The log line.
  event, -- breakStart, start, firstQuartile, midpoint, thirdQuartile, complete, skip, pause, resume, click, breakEnd or allComplete.
  place, -- Its place in the life of an ad, from 1; NULL for what has none.
  at_us, -- When it was said.
  breaks AS break, -- The ad break, counted from 1; 0 before the first.
  breaks - breaks_over + (event = 'breakEnd') AS open_breaks, -- Breaks begun and not ended when it was said.
  coalesce('ad ' || sequence, ad_id, '#' || starts) AS ad, -- The ad in its break: its place in the pod, else its id, else which start it follows.
  sequence, -- The ad's place in its pod, as logged.
  total_ads -- How many ads the pod has, as logged.
FROM logged;

-- Until step 5.
CREATE VIEW firing AS SELECT
  id, -- The firing's number in this file.
  run, -- Its run.
  beacon, -- The beacon.
  exchange, -- Its exchange.
  call, -- Its log line.
  tracker, -- The tracker fired.
  ad_play, -- The ad play it belongs to; NULL when unattributed.
  family, -- The family whose rules read it.
  event, -- The event.
  at_us, -- Start of the request.
  played_us, -- Time since the play's start less known pauses and stalls.
  stalled_us, -- Known pauses and stalls since the play's start.
  repeat, -- 0 first; 1 preflight, 2 redirect hop, 3 seen twice, 4 retry, 5 listed again, 6 later play, 7 duplicate.
  prior, -- The firing it repeats.
  gap_us, -- Time since that firing.
  answered, -- 1 when a response was seen.
  delivered, -- 1 when the last response was 2xx or 3xx.
  ambiguous, -- 1 when more than one ad play may own it.
  direct -- 1 when the player sent it; 0 for a redirect's target or a URL wrapped in another.
FROM firing_row;
