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

-- Until step 6.
CREATE VIEW finding AS SELECT
  id, -- The finding's number in this file.
  run, -- Its run.
  rule, -- The rule broken.
  severity, -- error, warning or info.
  family, -- The family.
  subject_kind, -- capture, document, session, ad_break, ad_play, instance or beacon.
  subject, -- Number of the subject.
  subject_label, -- For people.
  item, -- What of the subject: an event, a parameter.
  message, -- One sentence.
  expected, -- What the rule demands.
  observed, -- What was seen.
  at_us, -- When.
  fingerprint, -- The same in every run of the same integration.
  assumed, -- The assumption it rests on; NULL when none.
  waived, -- Why it is accepted; NULL when nobody accepted it.
  waived_by, -- Who accepted it.
  waived_until -- The last day on which that holds.
FROM finding_row;

-- Until step 6.
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
  direct -- 1 when the player sent it; 0 for a further hop of a firing's redirects or a URL wrapped in another.
FROM firing_row;

-- Until step 6.
CREATE VIEW ping AS SELECT
  beacon, -- The beacon.
  run, -- Its run.
  session, -- The view session.
  kind, -- config, session, emm, view, duration, metadata, error …
  stream, -- a for ad, c for content.
  asset, -- The asset.
  created_us, -- When it was made, on the device's clock.
  sent_us, -- When it was sent, on the device's clock.
  segment_us, -- Start of the measured asset segment, on the device's clock.
  viewed_us, -- What was viewed of the asset so far.
  repeat, -- The repeat class, as in firing.
  late -- 1 when sent more than 5 s after it was made.
FROM ping_row;

-- Until step 6.
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
), scored(run, offset_us, support, best) AS MATERIALIZED (
  SELECT g.run, g.offset_us, count(*), max(count(*)) OVER (PARTITION BY g.run)
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
WHERE x.support = x.best
  AND (x.support >= 2 OR abs(x.offset_us) <= 2000000);

-- Until step 6.
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
  excuse, -- The player's event since the playhead before that may explain an odd one: seek, buffer_start …; with ? in front, one of which that is not known.
  partial -- 1 when the log is known to leave out some calls.
FROM call_step_row;

-- Until step 6.
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
  parent, -- The ad or ad break that holds it.
  skip_offset -- The skipoffset attribute, as declared; NULL when there is none.
FROM ad_row;

-- Until step 6.
CREATE VIEW omid_event AS SELECT
  beacon, -- The message.
  run, -- Its run.
  session, -- The OMID session.
  event, -- The event: sessionStart, loaded, impression, geometryChange, start …
  stamped_us, -- When it happened, on the device's clock.
  at_us, -- The same on the run's clock.
  nth, -- The first, second, … time that this event happened in the session.
  place, -- From 1, in the order of the stamps.
  in_view, -- Percent of the ad in view from this event on.
  playing, -- 1 when the media plays from this event on.
  viewable_us, -- How long, up to this event, it had played with half of the ad in view, without a break.
  late -- 1 when it was sent more than a second after it happened.
FROM omid_event_row;

-- Until step 6.
CREATE VIEW ima_event AS
-- The SDK marks breaks in three ways: each time an ad period of a stream, the first time its break, and the content's pause.
WITH known(logged, event, place, mark) AS (
  VALUES ('AD_PERIOD_STARTED', 'breakStart', NULL, 3), ('AD_PERIOD_ENDED', 'breakEnd', NULL, 3),
    ('adBreakStart', 'breakStart', NULL, 2), ('AD_BREAK_STARTED', 'breakStart', NULL, 2),
    ('adBreakEnd', 'breakEnd', NULL, 2), ('AD_BREAK_ENDED', 'breakEnd', NULL, 2),
    ('CONTENT_PAUSE_REQUESTED', 'contentPause', NULL, 1), ('contentPauseRequested', 'contentPause', NULL, 1),
    ('CONTENT_RESUME_REQUESTED', 'contentResume', NULL, 1), ('contentResumeRequested', 'contentResume', NULL, 1),
    ('adStart', 'start', 1, 0), ('STARTED', 'start', 1, 0), ('start', 'start', 1, 0),
    ('adFirstQuartile', 'firstQuartile', 2, 0), ('FIRST_QUARTILE', 'firstQuartile', 2, 0),
    ('firstQuartile', 'firstQuartile', 2, 0),
    ('adMidpoint', 'midpoint', 3, 0), ('MIDPOINT', 'midpoint', 3, 0), ('midpoint', 'midpoint', 3, 0),
    ('adThirdQuartile', 'thirdQuartile', 4, 0), ('THIRD_QUARTILE', 'thirdQuartile', 4, 0),
    ('thirdQuartile', 'thirdQuartile', 4, 0),
    ('adEnd', 'complete', 5, 0), ('COMPLETE', 'complete', 5, 0), ('COMPLETED', 'complete', 5, 0),
    ('complete', 'complete', 5, 0),
    ('adSkipped', 'skip', NULL, 0), ('SKIPPED', 'skip', NULL, 0), ('skip', 'skip', NULL, 0),
    ('adPause', 'pause', NULL, 0), ('PAUSED', 'pause', NULL, 0), ('PAUSE', 'pause', NULL, 0), ('pause', 'pause', NULL, 0),
    ('adResume', 'resume', NULL, 0), ('RESUMED', 'resume', NULL, 0), ('RESUME', 'resume', NULL, 0),
    ('resume', 'resume', NULL, 0),
    ('adClicked', 'click', NULL, 0), ('CLICKED', 'click', NULL, 0), ('click', 'click', NULL, 0),
    ('adError', 'error', NULL, 0), ('AD_ERROR', 'error', NULL, 0),
    ('adCompletedAll', 'allComplete', NULL, 0), ('ALL_ADS_COMPLETED', 'allComplete', NULL, 0),
    ('allAdsCompleted', 'allComplete', NULL, 0)
),
named AS (
  SELECT c.run AS run, c.id AS call, k.event AS event, k.place AS place, k.mark AS mark, c.at_us AS at_us,
    max(k.mark) OVER (PARTITION BY c.run) AS marks,
    (SELECT a.value FROM argument a WHERE a.call = c.id AND a.name = 'adId') AS ad_id,
    (SELECT CAST(a.value AS INTEGER) FROM argument a WHERE a.call = c.id AND a.name = 'sequence') AS sequence,
    (SELECT CAST(a.value AS INTEGER) FROM argument a WHERE a.call = c.id AND a.name = 'totalAds') AS total_ads
  FROM call c JOIN known k ON k.logged = c.name
  WHERE c.source = 'ima'
),
counted AS (
  SELECT *,
    sum(event = iif(marks = 1, 'contentPause', 'breakStart')) OVER before AS breaks,
    sum(event IN ('complete', 'skip')) OVER before AS ends, sum(event = 'error') OVER before AS errors,
    sum(event = 'start') OVER before AS starts,
    -- Of a log that begins inside a break the first mark is its end; an ad that starts in sight is inside where nothing was
    -- logged before it.
    first_value(event) OVER (
      PARTITION BY run ORDER BY event NOT IN ('breakStart', 'breakEnd'), at_us, call) = 'breakEnd'
    AND (first_value(event) OVER (
        PARTITION BY run ORDER BY event NOT IN ('breakStart', 'breakEnd', 'start'), at_us, call) = 'breakEnd'
      OR min(at_us) OVER (PARTITION BY run) = (SELECT min(c.at_us) FROM call c WHERE c.run = named.run)) AS joined
  FROM named WHERE mark < 2 OR mark = marks
  WINDOW before AS (PARTITION BY run ORDER BY at_us, call ROWS UNBOUNDED PRECEDING)
),
keyed AS (
  SELECT *, coalesce('ad ' || sequence, ad_id, '#' || starts) AS name,
    breaks - coalesce(
      max(CASE event WHEN 'breakEnd' THEN breaks END) OVER (
        PARTITION BY run ORDER BY at_us, call ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), -joined) AS open_breaks
  FROM counted
),
-- An ad starts anew after an error, as another ad in the same place, or where nothing numbers it, after its end.
opened AS (
  SELECT call,
    coalesce(errors > lag(errors) OVER same, 1) OR coalesce(ad_id <> lag(ad_id) OVER same, 0)
      OR coalesce(ends > lag(ends) OVER same, 0) AND (breaks = 0 OR sequence IS NULL) AS anew
  FROM keyed WHERE event = 'start'
  WINDOW same AS (PARTITION BY run, breaks, name ORDER BY at_us, call)
)
SELECT
  k.run AS run, -- The run.
  k.call AS call, -- The log line.
  k.event AS event, -- breakStart, contentPause, start, firstQuartile, midpoint, thirdQuartile, complete, skip, error, pause, resume, click, contentResume, breakEnd or allComplete.
  k.place AS place, -- Its place in the life of an ad, from 1; NULL for what has none.
  k.at_us AS at_us, -- When it was said.
  k.breaks AS break, -- The ad break, counted from 1; 0 before the first.
  k.open_breaks AS open_breaks, -- Breaks begun since one was ended, when it was said.
  k.name || CASE WHEN sum(o.anew) OVER same > 1 THEN ' (' || sum(o.anew) OVER same || ')' ELSE '' END AS ad, -- The ad in its break: its place in the pod, else its id, else which start it follows; with a number when it is played again.
  k.sequence AS sequence, -- The ad's place in its pod, as logged.
  k.total_ads AS total_ads -- How many ads the pod has, as logged.
FROM keyed k LEFT JOIN opened o ON o.call = k.call
WINDOW same AS (PARTITION BY k.run, k.breaks, k.name ORDER BY k.at_us, k.call ROWS UNBOUNDED PRECEDING);

-- Until step 6.
CREATE VIEW omid_signal AS
WITH signal(place, name, expected, least, most) AS (
  VALUES (1, 'sessionStart', 'once, first', 1, 1), (2, 'loaded', 'once', 1, 1), (3, 'impression', 'once', 1, 1),
    (4, 'geometryChange', 'at least once', 1, NULL), (5, 'start', 'once', 1, 1), (6, 'firstQuartile', 'once', 1, 1),
    (7, 'midpoint', 'once', 1, 1), (8, 'thirdQuartile', 'once', 1, 1), (9, 'complete', 'once', 1, 1),
    (10, 'skipped', 'at most once', 0, 1), (11, 'pause', 'each time', 0, NULL), (12, 'resume', 'each time', 0, NULL),
    (13, 'bufferStart', 'each time', 0, NULL), (14, 'bufferFinish', 'each time', 0, NULL),
    (15, 'volumeChange', 'each time', 0, NULL), (16, 'playerStateChange', 'each time', 0, NULL),
    (17, 'adUserInteraction', 'each time', 0, NULL), (18, 'sessionError', 'never', 0, 0),
    (19, 'sessionFinish', 'once, last', 1, 1)
)
SELECT
  s.run AS run, -- The run.
  s.id AS session, -- The OMID session.
  g.place AS place, -- The signal's place in the list.
  g.name AS signal, -- The signal.
  g.expected AS expected, -- How often an ad that plays to its end sends it.
  count(e.beacon) AS observed, -- How often it was sent.
  min(e.at_us) AS at_us, -- When for the first time, on the run's clock.
  count(e.beacon) >= g.least AND (g.most IS NULL OR count(e.beacon) <= g.most) AS agrees -- 1 when the two agree.
FROM session_row s CROSS JOIN signal g LEFT JOIN omid_event_row e ON e.session = s.id AND e.event = g.name
WHERE s.kind = 'omid'
GROUP BY s.id, g.place;

-- Until step 6.
CREATE VIEW ground AS SELECT
  run, -- The run.
  kind, -- key-log, call-log, bundle, filter, limit, configuration, facts, waivers, day, rule-file, replaced-rule, profile …
  name, -- A file's name, a rule's or profile's id, a setting's key.
  value, -- An option's value.
  sha256, -- Of a file's bytes.
  origin, -- given, configured (named in the configuration file), found, built-in, or past (a day).
  place -- The path as it was named.
FROM ground_row;

-- Until step 6.
CREATE VIEW run AS SELECT
  id, -- The run's number in this file.
  name, -- What it is called: the first input's file name.
  tool_version, -- Version of beaconproof that wrote it.
  rules_version, -- Version of the rule pack that judged it; NULL before an audit.
  rules_sha256, -- SHA-256 of the rules that judged it.
  verdict, -- pass, fail or inconclusive; NULL before an audit.
  recipe_sha256 -- SHA-256 over all that the outcome rests on, inputs to limits; NULL unless a batch audit wrote the run.
FROM run_row;

-- Until step 7, where it got the name play_tracker.
CREATE VIEW obligation AS SELECT
  run, -- The run.
  ad_play, -- The ad play that owes it.
  tracker, -- The tracker owed.
  family, -- The family whose rules read it.
  event, -- The event.
  document, -- The document that declares the tracker.
  level, -- 0 is the inline ad, n its nth wrapper.
  twin, -- Equal for obligations of one play with equal URLs.
  offset_us -- For progress: when it is due.
FROM obligation_row;
