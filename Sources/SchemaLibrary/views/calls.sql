-- What the lines of a call log say, and where they stand among each other.

-- What an app's bundle says, line by line.
CREATE VIEW bundle_line AS SELECT
  c.run AS run, -- The run.
  c.id AS call, -- The line.
  c.at_us AS at_us, -- The time it stands at.
  c.name AS kind, -- info, privacy, framework, executable or text.
  max(iif(a.name IN ('key', 'name'), a.value, NULL)) AS name, -- The key, or the framework.
  max(iif(a.name IN ('value', 'version'), a.value, NULL)) AS value, -- Its value, the framework's version, or a text of the executable.
  max(iif(a.name = 'owner', a.value, NULL)) AS owner -- Whose privacy manifest it is: app, or the framework.
FROM call_row c LEFT JOIN argument_row a ON a.call = c.id
WHERE c.source = 'bundle'
GROUP BY c.run, c.id;

-- A value that a call of an SDK log passes by a name.
CREATE VIEW call_value AS SELECT
  s.run AS run, -- The run.
  s.call AS call, -- The call.
  s.api AS api, -- init, play, loadMetadata or updateOTT.
  s.at_us AS at_us, -- When it was made, by the log.
  s.session AS subject_id, -- The stream it belongs to.
  x.from_us AS from_us, -- When that began, by the log.
  x.to_us AS to_us, -- When it ended.
  s.asset AS asset, -- The asset loaded.
  substr(a.name, 6) AS name, -- The name as spelt; with points where the value is inside another.
  a.type AS type, -- string, number, bool, null, object or array.
  a.value AS value, -- The value.
  coalesce(s.partial, 0) AS is_partial -- 1 where the log leaves out some calls.
FROM call_step s JOIN session_row x ON x.id = s.session
JOIN argument a ON a.call = s.call AND a.name >= 'args.' AND a.name < 'args/'
WHERE s.api IN ('init', 'play', 'loadMetadata', 'updateOTT');

-- A call of an SDK log that concerns the app and not what plays: it belongs to the whole log of its instance.
CREATE VIEW app_call AS SELECT
  s.run AS run, -- The run.
  s.call AS call, -- The call.
  s.log AS subject_id, -- The log.
  x.from_us AS from_us, -- When that began, by the log.
  x.to_us AS to_us, -- When it ended.
  s.at_us AS at_us, -- When it was made, by the log.
  s.api AS api, -- init, userOptOut, optOutURL or updateOTT.
  s.value AS value, -- What it passes without a name; NULL where that is nothing.
  coalesce(s.partial, 0) AS is_partial -- 1 where the log leaves out some calls.
FROM call_step s JOIN session_row x ON x.id = s.log
WHERE s.api IN ('init', 'userOptOut', 'optOutURL', 'updateOTT');

-- A call that breaks the order of the guide (docs/nielsen-calls.md). A stream without any has one row without a call.
CREATE VIEW call_edge AS SELECT
  x.run AS run, -- The run.
  x.id AS subject_id, -- The stream.
  x.from_us AS from_us, -- When that began, by the log.
  x.to_us AS to_us, -- When it ended.
  EXISTS (SELECT 1 FROM call_step a WHERE a.session = x.id AND a.part = 'ad') AS has_ads, -- 1 where an ad was loaded in it.
  s.broken_edge AS item, -- What is wrong with the step; NULL where no step is.
  s.call AS call, -- The call.
  s.at_us AS at_us, -- When it was made.
  coalesce((
    SELECT max(e.at_us) FROM call_step_row e
    WHERE e.session = s.session AND e.at_us < s.at_us AND e.after = s.before AND e.before <> e.after), s.since_us)
    AS since_us, -- When the state it came in began, or when the call before it was: what is missing since may change it.
  s.at_us AS until_us, -- When it was made, too: between the two another may be missing.
  s.edge_severity AS severity, -- error or warning.
  s.api || coalesce(' ' || s.type, '') || ' while ' || replace(s.before, '-', ' ') AS observed, -- The call, and the state it came in.
  coalesce(s.partial, 0) AS is_partial, -- 1 where the log leaves out some calls.
  EXISTS (
    SELECT 1 FROM call_row c JOIN argument_row a ON a.call = c.id AND a.name = 'args.metadata'
    WHERE c.id = s.call AND lower(c.name) = 'trackevent') AS has_metadata -- 1 for an event of trackEvent that brings its metadata along: the guide does not cover it.
FROM session_row x LEFT JOIN call_step_row s ON s.session = x.id AND s.broken_edge IS NOT NULL
WHERE x.kind = 'nielsen-stream';

-- An asset that a call of an SDK log loaded, with the length that its metadata give, and how far its positions came.
CREATE VIEW call_loading AS
WITH reported AS (
  SELECT
    session, loading, call, position, max(iif(position < 1000000000, position, NULL)) OVER own AS furthest,
    first_value(position) OVER (own ORDER BY at_us) AS first,
    row_number() OVER (own ORDER BY coalesce(position < 1000000000, 0) DESC, at_us DESC, call DESC) AS nth
  FROM call_step WHERE api = 'playhead'
  WINDOW own AS (PARTITION BY session, loading)
), loaded AS (
  SELECT
    m.run AS run, m.call AS call, m.session AS stream, m.log AS log, m.loading AS loading, m.at_us AS at_us,
    m.part AS part, m.asset AS asset, max(CAST(l.value AS INTEGER)) AS length, r.first AS first, r.furthest AS furthest,
    iif(r.position < 1000000000, r.call, NULL) AS last, m.partial AS is_partial
  FROM call_step m
  LEFT JOIN reported r ON r.session = m.session AND r.loading = m.loading AND r.nth = 1
  LEFT JOIN argument l ON l.call = m.call AND l.name = 'args.length' AND l.value <> '' AND l.value NOT GLOB '*[^0-9]*'
  WHERE m.api = 'loadMetadata'
  GROUP BY m.call
), turned AS (
  SELECT *, part = 'content' AND (
      asset IS NOT lag(asset) OVER w OR stream IS NOT lag(stream) OVER w
      -- Watched to its end, and from the beginning again.
      OR coalesce(first <= 1 AND lag(furthest) OVER w >= lag(length) OVER w - 1, 0)) AS is_new,
    first_value(call) OVER same AS begun, first_value(at_us) OVER same AS begun_us
  FROM loaded
  WINDOW w AS (PARTITION BY log, part ORDER BY at_us, call),
    same AS (PARTITION BY stream, part, asset ORDER BY at_us, call)
)
SELECT
  run, -- The run.
  call, -- The loadMetadata.
  stream, -- The stream.
  log, -- The log that this is of.
  loading, -- Its number within the instance.
  at_us, -- When it was called, by the log.
  part, -- ad or content.
  asset, -- The asset.
  length, -- In seconds; NULL unless it is of digits only. 0 and 86400 are live.
  first, -- The first position that was reported of it.
  furthest, -- The furthest position; the times of live streams do not count.
  last, -- The last call with such a position.
  begun, -- The first loadMetadata of this asset in the stream.
  begun_us, -- When that was called.
  is_partial, -- 1 where the log leaves out some calls.
  iif(part = 'content', sum(is_new) OVER (PARTITION BY log, part ORDER BY at_us, call), NULL) AS viewing -- Of a content: its loadings up to that of another content are one viewing, over the ads between them.
FROM turned;

-- The first position of a content after a seek that the player logged.
CREATE VIEW call_seek AS SELECT
  v.run AS run, -- The run.
  s.session AS stream, -- The stream.
  s.loading AS loading, -- The loading of the content.
  v.id AS seek, -- The seek.
  v.at_us AS sought_us, -- When the viewer sought.
  CAST(round(t.value - f.value) AS INTEGER) AS span, -- By how many seconds.
  CAST(t.value AS INTEGER) AS target, -- Where to, as the player says.
  s.call AS call, -- The first position after it.
  s.at_us AS at_us, -- When that was reported.
  s.position AS position, -- Which it is.
  s.moved AS moved, -- How much further it is than the one before.
  lead(v.at_us) OVER (PARTITION BY s.session ORDER BY v.at_us, v.id) AS next_us -- When the viewer sought again.
FROM call_row v
JOIN argument_row f ON f.call = v.id AND f.name = 'from'
JOIN argument_row t ON t.call = v.id AND t.name = 'to'
JOIN call_step s ON s.run = v.run AND s.api = 'playhead' AND s.part = 'content' AND s.excuse = 'seek'
  AND s.moved IS NOT NULL AND (s.at_us, s.call) > (v.at_us, v.id) AND (v.at_us, v.id) > (s.since_us, (
    SELECT max(b.call) FROM call_step_row b WHERE b.session = s.session AND b.call < s.call))
WHERE v.source = 'player' AND v.name = 'seek';

-- A position that a call reported, with the one before it of the ads, or of the content.
CREATE VIEW call_position AS SELECT
  s.run AS run, -- The run.
  s.session AS session, -- The stream.
  s.call AS call, -- The call.
  s.at_us AS at_us, -- When it was made.
  s.part AS part, -- ad or content.
  s.asset AS asset, -- The asset.
  s.loading AS loading, -- Its loading.
  s.position AS position, -- The position.
  lag(s.call) OVER w AS before, -- The call that reported the one before.
  lag(s.at_us) OVER w AS before_us, -- When that was made.
  lag(s.asset) OVER w AS before_asset, -- The asset of that.
  lag(s.loading) OVER w AS before_loading, -- The loading of that.
  lag(s.position) OVER w AS before_position -- The position in that.
FROM call_step s
WHERE s.api = 'playhead'
WINDOW w AS (PARTITION BY s.run, s.session, s.part ORDER BY s.clock_us, s.call);

-- A call about playback, beside the calls about it before and behind: play, loadMetadata, playhead, stop and end.
CREATE VIEW call_beat AS SELECT
  s.run AS run, -- The run.
  s.session AS session, -- The stream.
  s.call AS call, -- The call.
  s.api AS api, -- Which it is.
  s.at_us AS at_us, -- When it was made.
  s.position AS position, -- The position that it passes.
  s.prior AS prior, -- The call before it, as in call_step.
  s.gap_us AS gap_us, -- Time since that, as there.
  s.moved AS moved, -- How much further the position is, as there.
  s.excuse AS excuse, -- What may explain an odd one, as there.
  lag(s.prior) OVER w AS begun_by, -- The call before that.
  lead(s.api) OVER w AS next -- The call behind it.
FROM call_step s
WHERE s.api IN ('play', 'loadMetadata', 'playhead', 'stop', 'end')
WINDOW w AS (PARTITION BY s.run, s.session ORDER BY s.at_us, s.call);

-- An offset, of seconds or of a zone, that may bring a call log to the clock of the pings, and how many pings it explains.
CREATE VIEW log_offset AS
WITH cause AS MATERIALIZED (
  SELECT run, recording AS capture, 'view' AS kind, asset, min(at_us) AS at_us,
    row_number() OVER (PARTITION BY recording, asset ORDER BY min(at_us)) AS place
  FROM call_step WHERE api = 'playhead' AND asset IS NOT NULL
  GROUP BY recording, session, loading, asset
  UNION ALL
  SELECT run, recording, 'duration', asset, at_us, NULL
  FROM call_step WHERE api IN ('stop', 'end') AND asset IS NOT NULL
), trace AS MATERIALIZED (
  SELECT run, kind, asset, created_us AS at_us, kind = 'view' AS is_view,
    row_number() OVER (PARTITION BY run, kind ORDER BY created_us) AS place
  FROM ping
  WHERE repeat_class = 'first' AND created_us IS NOT NULL AND (run, kind, asset) IN (SELECT run, kind, asset FROM cause)
), log AS MATERIALIZED (
  SELECT s.run AS run, c.id AS capture, coalesce(k.offset_us, 0) AS shift_us, c.first_us < 978307200000000 AS is_dateless,
    max(a.call IS NOT NULL) AS is_named,
    EXISTS (SELECT 1 FROM diagnostic d WHERE d.capture = c.id AND d.code = 'calls.log-partial') AS is_zoneless
  FROM call_step s JOIN capture c ON c.id = s.recording LEFT JOIN clock k ON k.capture = c.id
  LEFT JOIN argument a ON a.call = s.call AND a.name = 'args.appid' AND a.value <> ''
  GROUP BY c.id
), guess AS MATERIALIZED (
  SELECT c.capture AS capture, t.at_us - c.at_us AS offset_us
  FROM trace t JOIN cause c ON c.run = t.run AND c.kind = t.kind AND c.asset = t.asset
  WHERE t.is_view AND t.place <= 8 AND c.place <= 16
  UNION SELECT capture, 0 FROM log
  UNION SELECT capture, -shift_us FROM log
)
SELECT
  l.run AS run, -- The run.
  l.capture AS capture, -- The log.
  g.offset_us AS offset_us, -- What to add to a call's time.
  min(abs(g.offset_us), abs(g.offset_us + l.shift_us)) AS change_us, -- By how much that moves the log from where it stands, or from what it says itself.
  abs((g.offset_us % 900000000 + 1350000000) % 900000000 - 450000000) AS odd_us, -- By how much it is no whole quarter of an hour, as the offsets of zones are.
  abs(g.offset_us) <= 50400000000 AS is_zone, -- 1 where it is no more than a zone may be off.
  l.is_dateless AS is_dateless, -- 1 for a log whose lines have no date.
  l.is_zoneless AS is_zoneless, -- 1 for one whose lines have no zone.
  count(DISTINCT t.kind || t.place) AS support, -- How many pings follow a call that causes one.
  l.is_named AND count(DISTINCT t.asset) >= 3 AND count(DISTINCT iif(t.is_view, t.place, NULL)) = (
    SELECT count(*) FROM trace v WHERE v.run = l.run AND v.is_view AND v.place <= 64) AS is_whole -- 1 where the log names its app, and each view and three assets or more are explained.
FROM guess g JOIN log l ON l.capture = g.capture
LEFT JOIN trace t ON t.run = l.run AND t.place <= 64 AND EXISTS (
  SELECT 1 FROM cause c
  WHERE c.capture = l.capture AND c.kind = t.kind AND c.asset = t.asset
    AND abs(t.at_us - c.at_us - g.offset_us) <= iif(t.is_view, 2000000, 10000000))
GROUP BY l.capture, g.offset_us;
