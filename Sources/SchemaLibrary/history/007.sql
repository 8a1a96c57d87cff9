-- The whole schema, made from its descriptions (Sources/Store/Tables) by `RECORD=1 swift test --filter DocumentationTests`.

CREATE TABLE run_row (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  tool_version TEXT NOT NULL,
  rules_version TEXT,
  rules_sha256 TEXT,
  verdict TEXT,
  certified INTEGER NOT NULL DEFAULT 0,
  note TEXT,
  due INTEGER NOT NULL DEFAULT 0,
  compared INTEGER NOT NULL DEFAULT 0,
  recipe_sha256 TEXT
) STRICT;

CREATE TABLE capture_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  path TEXT NOT NULL,
  format TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  source TEXT,
  first_us INTEGER,
  last_us INTEGER,
  frames INTEGER NOT NULL,
  side TEXT NOT NULL
) STRICT;

CREATE TABLE clock_row (
  capture INTEGER PRIMARY KEY,
  offset_us INTEGER NOT NULL,
  uncertainty_us INTEGER NOT NULL,
  method TEXT NOT NULL,
  samples INTEGER NOT NULL
) STRICT;

CREATE TABLE flow_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  capture INTEGER NOT NULL,
  number INTEGER NOT NULL,
  transport TEXT NOT NULL,
  client TEXT,
  server TEXT,
  protocol TEXT,
  server_name TEXT,
  alpn TEXT,
  first_us INTEGER NOT NULL,
  last_us INTEGER NOT NULL,
  client_bytes INTEGER NOT NULL,
  server_bytes INTEGER NOT NULL,
  undecrypted TEXT
) STRICT;

CREATE TABLE exchange_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  method TEXT NOT NULL,
  scheme TEXT NOT NULL,
  authority TEXT NOT NULL,
  host TEXT NOT NULL,
  target TEXT NOT NULL,
  status INTEGER,
  ending TEXT NOT NULL,
  response_us INTEGER,
  end_us INTEGER,
  protocol TEXT,
  flow INTEGER,
  stream INTEGER,
  client TEXT,
  server TEXT,
  request_bytes INTEGER,
  response_bytes INTEGER,
  request_body_state TEXT NOT NULL,
  response_body_state TEXT NOT NULL,
  made_as TEXT,
  is_media INTEGER NOT NULL DEFAULT 0,
  request_headers BLOB,
  response_headers BLOB,
  request_body BLOB,
  response_body BLOB,
  notes TEXT NOT NULL
) STRICT;

CREATE TABLE sighting_row (
  exchange INTEGER NOT NULL,
  capture INTEGER NOT NULL,
  locator_kind TEXT NOT NULL,
  locator TEXT NOT NULL,
  at_source_us INTEGER NOT NULL,
  PRIMARY KEY (exchange, capture, locator_kind, locator)
) STRICT, WITHOUT ROWID;

CREATE TABLE call_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  capture INTEGER NOT NULL,
  at_us INTEGER NOT NULL,
  mono_us INTEGER,
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  instance TEXT,
  payload TEXT,
  locator_kind TEXT NOT NULL,
  locator TEXT NOT NULL
) STRICT;

CREATE TABLE argument_row (
  run INTEGER NOT NULL,
  call INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE blind_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  capture INTEGER,
  from_us INTEGER,
  to_us INTEGER,
  host TEXT,
  server TEXT,
  many_hosts INTEGER NOT NULL,
  hides TEXT NOT NULL,
  diagnostic INTEGER,
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE diagnostic_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  capture INTEGER,
  stage TEXT NOT NULL,
  code TEXT NOT NULL,
  severity TEXT NOT NULL,
  locator_kind TEXT,
  locator TEXT,
  at_us INTEGER,
  subject TEXT,
  detail TEXT NOT NULL,
  units INTEGER NOT NULL
) STRICT;

CREATE TABLE ledger_row (
  capture INTEGER NOT NULL,
  stage TEXT NOT NULL,
  unit TEXT NOT NULL,
  input INTEGER NOT NULL,
  output INTEGER NOT NULL,
  diagnosed INTEGER NOT NULL
) STRICT;

CREATE TABLE document_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  exchange INTEGER NOT NULL,
  kind TEXT NOT NULL,
  version TEXT,
  state TEXT NOT NULL,
  at_us INTEGER NOT NULL,
  ready_us INTEGER NOT NULL,
  ads INTEGER NOT NULL,
  label TEXT NOT NULL,
  detail TEXT,
  offer INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE document_link_row (
  run INTEGER NOT NULL,
  parent INTEGER NOT NULL,
  child INTEGER NOT NULL,
  via TEXT NOT NULL
) STRICT;

CREATE TABLE ad_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  document INTEGER NOT NULL,
  kind TEXT NOT NULL,
  position INTEGER NOT NULL,
  sequence INTEGER,
  ad_id TEXT,
  title TEXT,
  label TEXT NOT NULL,
  creative TEXT,
  duration_us INTEGER,
  skip_offset_us INTEGER,
  serving_id TEXT,
  universal_ad_id TEXT,
  expires_us INTEGER,
  offset_us INTEGER,
  parent INTEGER,
  skip_offset TEXT
) STRICT;

CREATE TABLE tracker_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  document INTEGER NOT NULL,
  ad INTEGER,
  family TEXT NOT NULL,
  event TEXT NOT NULL,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  element TEXT NOT NULL,
  offset_us INTEGER,
  line INTEGER,
  verification INTEGER
) STRICT;

CREATE TABLE resource_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  document INTEGER NOT NULL,
  ad INTEGER,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  tag TEXT,
  host TEXT NOT NULL,
  type TEXT,
  parameters TEXT,
  fetch INTEGER,
  verification INTEGER
) STRICT;

CREATE TABLE ad_play_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  ad INTEGER NOT NULL,
  document INTEGER NOT NULL,
  family TEXT NOT NULL,
  nth INTEGER NOT NULL,
  label TEXT NOT NULL,
  title TEXT,
  creative TEXT,
  duration_us INTEGER,
  from_us INTEGER NOT NULL,
  impression_us INTEGER,
  start_us INTEGER,
  end_us INTEGER,
  end_reason TEXT,
  licence TEXT NOT NULL
) STRICT;

CREATE TABLE obligation_row (
  run INTEGER NOT NULL,
  ad_play INTEGER NOT NULL,
  tracker INTEGER NOT NULL,
  family TEXT NOT NULL,
  event TEXT NOT NULL,
  document INTEGER NOT NULL,
  level INTEGER NOT NULL,
  twin INTEGER NOT NULL,
  offset_us INTEGER
) STRICT;

CREATE TABLE beacon_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  exchange INTEGER,
  call INTEGER,
  family TEXT NOT NULL,
  kind TEXT NOT NULL,
  event TEXT NOT NULL,
  at_us INTEGER NOT NULL,
  host TEXT NOT NULL,
  session INTEGER
) STRICT;

CREATE TABLE parameter_row (
  run INTEGER NOT NULL,
  beacon INTEGER NOT NULL,
  name TEXT NOT NULL,
  subkey TEXT,
  ordinal INTEGER NOT NULL,
  raw TEXT NOT NULL,
  value TEXT NOT NULL,
  encoded_twice INTEGER NOT NULL,
  identifier TEXT
) STRICT;

CREATE TABLE firing_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  beacon INTEGER NOT NULL,
  exchange INTEGER,
  call INTEGER,
  tracker INTEGER NOT NULL,
  ad_play INTEGER,
  family TEXT NOT NULL,
  event TEXT NOT NULL,
  at_us INTEGER NOT NULL,
  played_us INTEGER,
  stalled_us INTEGER,
  repeat INTEGER NOT NULL,
  prior INTEGER,
  gap_us INTEGER,
  answered INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  ambiguous INTEGER NOT NULL,
  direct INTEGER NOT NULL,
  alteration TEXT,
  respelt TEXT
) STRICT;

CREATE TABLE firing_candidate_row (
  run INTEGER NOT NULL,
  firing INTEGER NOT NULL,
  tracker INTEGER NOT NULL,
  ad_play INTEGER,
  score INTEGER NOT NULL
) STRICT;

CREATE TABLE redirect_row (
  run INTEGER NOT NULL,
  exchange INTEGER NOT NULL,
  target INTEGER NOT NULL
) STRICT;

CREATE TABLE macro_row (
  run INTEGER NOT NULL,
  firing INTEGER NOT NULL,
  name TEXT NOT NULL,
  known INTEGER NOT NULL,
  state TEXT NOT NULL,
  value TEXT
) STRICT;

CREATE TABLE playback_row (
  run INTEGER NOT NULL,
  ad_play INTEGER NOT NULL,
  from_us INTEGER NOT NULL,
  to_us INTEGER,
  state TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT;

CREATE TABLE playlist_reading_row (
  run INTEGER NOT NULL,
  document INTEGER NOT NULL,
  stream INTEGER NOT NULL,
  media_from_us INTEGER NOT NULL,
  media_to_us INTEGER NOT NULL,
  target_us INTEGER,
  is_ended INTEGER NOT NULL,
  is_grown INTEGER NOT NULL
) STRICT;

CREATE TABLE segment_fetch_row (
  run INTEGER NOT NULL,
  exchange INTEGER NOT NULL,
  stream INTEGER NOT NULL,
  media_us INTEGER,
  duration_us INTEGER,
  program_us INTEGER,
  stretch_from_us INTEGER,
  stretch_us INTEGER,
  ad INTEGER
) STRICT;

CREATE TABLE stitched_place_row (
  run INTEGER NOT NULL,
  ad INTEGER NOT NULL,
  stream INTEGER NOT NULL,
  media_from_us INTEGER NOT NULL,
  media_to_us INTEGER NOT NULL
) STRICT;

CREATE TABLE ad_trace_row (
  run INTEGER NOT NULL,
  exchange INTEGER NOT NULL,
  event TEXT,
  place INTEGER
) STRICT;

CREATE TABLE session_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  kind TEXT NOT NULL,
  family TEXT NOT NULL,
  identifier TEXT NOT NULL,
  label TEXT NOT NULL,
  from_us INTEGER NOT NULL,
  to_us INTEGER,
  parent INTEGER
) STRICT;

CREATE TABLE ping_row (
  beacon INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  session INTEGER,
  kind TEXT NOT NULL,
  stream TEXT,
  asset TEXT,
  created_us INTEGER,
  sent_us INTEGER,
  segment_us INTEGER,
  viewed_us INTEGER,
  repeat INTEGER NOT NULL,
  late INTEGER NOT NULL
) STRICT;

CREATE TABLE signal_row (
  beacon INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  session INTEGER,
  clip TEXT,
  asset TEXT,
  ad TEXT,
  position_us INTEGER,
  sent_us INTEGER,
  item INTEGER NOT NULL,
  repeat INTEGER NOT NULL,
  missing TEXT
) STRICT;

CREATE TABLE call_step_row (
  run INTEGER NOT NULL,
  call INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  api TEXT NOT NULL,
  at_us INTEGER NOT NULL,
  clock_us INTEGER NOT NULL,
  since_us INTEGER,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  broken_edge TEXT,
  edge_severity TEXT,
  asset TEXT,
  type TEXT,
  stream TEXT,
  position INTEGER,
  prior TEXT,
  gap_us INTEGER,
  moved INTEGER,
  loading INTEGER NOT NULL,
  excuse TEXT,
  partial INTEGER NOT NULL,
  watching INTEGER
) STRICT;

CREATE TABLE interruption_row (
  run INTEGER NOT NULL,
  session INTEGER NOT NULL,
  event INTEGER NOT NULL,
  name TEXT NOT NULL,
  from_us INTEGER NOT NULL,
  until_us INTEGER,
  is_ended INTEGER NOT NULL,
  goes_on INTEGER NOT NULL
) STRICT;

CREATE TABLE omid_event_row (
  beacon INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  session INTEGER NOT NULL,
  event TEXT NOT NULL,
  stamped_us INTEGER,
  at_us INTEGER NOT NULL,
  nth INTEGER NOT NULL,
  place INTEGER NOT NULL,
  in_view INTEGER,
  playing INTEGER NOT NULL,
  viewable_us INTEGER NOT NULL,
  late INTEGER NOT NULL
) STRICT;

CREATE TABLE fact_row (
  run INTEGER NOT NULL,
  key TEXT NOT NULL,
  source TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run, key, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting_row (
  run INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  unit TEXT NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE ground_row (
  run INTEGER NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT,
  sha256 TEXT,
  origin TEXT NOT NULL,
  place TEXT
) STRICT;

CREATE TABLE rule_row (
  run INTEGER NOT NULL,
  id TEXT NOT NULL,
  family TEXT NOT NULL,
  severity TEXT NOT NULL,
  title TEXT NOT NULL,
  fix TEXT NOT NULL,
  why TEXT NOT NULL,
  sources TEXT NOT NULL,
  witness TEXT,
  PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE finding_row (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  rule TEXT NOT NULL,
  severity TEXT NOT NULL,
  family TEXT NOT NULL,
  subject_kind TEXT NOT NULL,
  subject INTEGER NOT NULL,
  subject_label TEXT NOT NULL,
  item TEXT NOT NULL,
  message TEXT NOT NULL,
  expected TEXT NOT NULL,
  observed TEXT NOT NULL,
  at_us INTEGER,
  fingerprint TEXT NOT NULL,
  assumed TEXT,
  server TEXT,
  waived TEXT,
  waived_by TEXT,
  waived_until TEXT
) STRICT;

CREATE TABLE evidence_row (
  finding INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  role TEXT NOT NULL,
  source TEXT NOT NULL,
  source_id INTEGER,
  exchange INTEGER,
  call INTEGER,
  tracker INTEGER,
  at_us INTEGER
) STRICT;

CREATE TABLE verdict_row (
  run INTEGER NOT NULL,
  rule TEXT NOT NULL,
  subject_kind TEXT NOT NULL,
  subject INTEGER NOT NULL,
  subject_label TEXT NOT NULL,
  verdict TEXT NOT NULL,
  reason TEXT,
  needs TEXT,
  because TEXT
) STRICT;

CREATE TABLE rule_summary_row (
  run INTEGER NOT NULL,
  rule TEXT NOT NULL,
  pass INTEGER NOT NULL,
  fail INTEGER NOT NULL,
  inconclusive INTEGER NOT NULL,
  not_applicable INTEGER NOT NULL,
  not_compared INTEGER NOT NULL DEFAULT 0,
  due INTEGER NOT NULL DEFAULT 0,
  compared INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, rule)
) STRICT, WITHOUT ROWID;

CREATE TABLE family_row (
  run INTEGER NOT NULL,
  family TEXT NOT NULL,
  verdict TEXT NOT NULL,
  due INTEGER NOT NULL DEFAULT 0,
  compared INTEGER NOT NULL DEFAULT 0,
  form_compared INTEGER NOT NULL DEFAULT 0,
  note TEXT,
  PRIMARY KEY (run, family)
) STRICT, WITHOUT ROWID;

CREATE TABLE certificate_row (
  run INTEGER NOT NULL,
  profile TEXT NOT NULL,
  dated TEXT NOT NULL,
  verdict TEXT NOT NULL,
  reasons TEXT NOT NULL,
  PRIMARY KEY (run, profile)
) STRICT, WITHOUT ROWID;

-- One certification: the inputs that were judged together.
CREATE VIEW run AS SELECT
  id, -- The run's number in this file.
  name, -- What it is called: the first input's file name.
  tool_version, -- Version of beaconproof that wrote it.
  rules_version, -- Version of the rule pack that judged it; NULL before an audit.
  rules_sha256, -- SHA-256 of the rules that judged it.
  verdict, -- pass, fail or inconclusive; NULL before an audit.
  certified, -- 1 when at least one certificate applies and all that apply pass.
  note, -- Why the verdict is no more than it is, in a sentence; NULL for nothing to say.
  due, -- How many things were due of all behaviour.
  compared, -- How many of them were compared.
  recipe_sha256 -- SHA-256 over all that the outcome rests on, inputs to limits; NULL unless a batch wrote the run.
FROM run_row;

-- One input file of a run.
CREATE VIEW capture AS SELECT
  id, -- The capture's number in this file.
  run, -- Its run.
  path, -- As it was named on the command line.
  format, -- har, pcap, pcapng, mitmproxy, calls …
  sha256, -- SHA-256 of the file's bytes.
  bytes, -- Size of the file.
  source, -- The exporter or recorder that made it, as the file says.
  first_us, -- Time of the first thing seen in it.
  last_us, -- Time of the last thing seen in it.
  frames, -- Captured packets; 0 for formats without packets.
  side -- Where it was recorded: client, receiver (a log of the servers that were asked) or sender (a log of a server that asks).
FROM capture_row;

-- How a capture's times were brought to the run's time.
CREATE VIEW clock AS SELECT
  capture, -- The capture.
  offset_us, -- Added to the capture's own times.
  uncertainty_us, -- How far a corrected time may be off.
  method, -- reference, declared or estimated.
  samples -- Exchanges seen in two captures that the estimate rests on.
FROM clock_row;

-- One conversation between two endpoints.
CREATE VIEW flow AS SELECT
  id, -- The flow's number in this file.
  run, -- Its run.
  capture, -- The capture it was seen in.
  number, -- Its number inside the capture, from 1.
  transport, -- tcp, tls or quic.
  client, -- Address and port of the side that opened it.
  server, -- Address and port of the other side.
  protocol, -- http/1.1, h2, h3; NULL when it could not be read.
  server_name, -- The TLS server name the client asked for.
  alpn, -- Protocols the client offered.
  first_us, -- First packet.
  last_us, -- Last packet.
  client_bytes, -- Payload bytes the client sent.
  server_bytes, -- Payload bytes the server sent.
  undecrypted -- Why it could not be decrypted; NULL when it was, or was plain.
FROM flow_row;

-- One HTTP request with its response, if there is one.
CREATE VIEW exchange AS SELECT
  id, -- The exchange's number in this file.
  run, -- Its run.
  at_us, -- Start of the request, on the run's clock.
  method, -- As sent.
  scheme, -- http or https.
  host, -- Host without port, lower-case.
  scheme || '://' || authority || target AS url, -- The URL as sent, nothing normalised.
  target, -- Path and query as sent.
  substr(target, 1, instr(target || '?', '?') - 1) AS path, -- The target without its query.
  rtrim((scheme || '://' || authority || substr(target, 1, instr(target || '?', '?') - 1)), replace((scheme || '://' || authority || substr(target, 1, instr(target || '?', '?') - 1)), '/', '')) AS folder, -- Its URL up to the last slash of the path.
  replace((scheme || '://' || authority || substr(target, 1, instr(target || '?', '?') - 1)), rtrim((scheme || '://' || authority || substr(target, 1, instr(target || '?', '?') - 1)), replace((scheme || '://' || authority || substr(target, 1, instr(target || '?', '?') - 1)), '/', '')), '') AS file, -- What stands behind the last slash of its path, without the query.
  status, -- Final status; NULL when no response was seen.
  ending, -- answered, failed or unseen.
  response_us, -- Start of the response, where the capture says.
  end_us, -- End of the response, where the capture says.
  protocol, -- http/1.1, h2 or h3; NULL when the capture does not say.
  flow, -- Number of the flow inside its capture; 0 when it has none.
  stream, -- HTTP/2 or HTTP/3 stream.
  client, -- Address and port of the client.
  CASE WHEN client GLOB '*.*:*' OR client GLOB '*]:*' THEN rtrim(rtrim(client, '0123456789'), ':') ELSE client END AS client_address, -- The address of who asked, without its port; NULL when not known.
  server, -- Address and port of the server.
  request_bytes, -- Decoded size of the request body.
  response_bytes, -- Decoded size of the response body.
  request_body_state, -- empty, kept, cut, media or missing.
  response_body_state, -- empty, kept, cut, media or missing; missing too when no response was seen.
  made_as, -- How it was made, as its headers say. By a browser: page (opened in a window or tab), frame, image, media, script, fetch (by a script), prefetch or other; by a server in a device's place: server; NULL where they do not say.
  is_media, -- 1 where it was answered with video or audio, as the Content-Type says.
  CAST(request_headers AS TEXT) AS request_headers, -- name: value lines, in order.
  instr(target, '?') > 0 AS has_query, -- 1 where the URL has a query.
  CAST(response_headers AS TEXT) AS response_headers, -- name: value lines, in order; NULL when no response was seen.
  request_body, -- Decoded bytes, where kept.
  response_body, -- Decoded bytes, where kept.
  notes -- Words about how it was read, separated by spaces.
FROM exchange_row;

-- One exchange as seen in one capture.
CREATE VIEW sighting AS SELECT
  exchange, -- The exchange.
  capture, -- The capture it was seen in.
  locator_kind, -- frames, entry, line or bytes.
  locator, -- Where in the capture.
  at_source_us -- Its start on the capture's own clock.
FROM sighting_row;

-- One SDK or player call or event from a log.
CREATE VIEW call AS SELECT
  id, -- The call's number in this file.
  run, -- Its run.
  capture, -- The log it stands in.
  at_us, -- When it was made, on the run's clock.
  mono_us, -- The same on the device's monotonic clock; NULL where the log has none.
  kind, -- call, event or sdk (what an SDK's delegate received).
  source, -- The SDK or player it belongs to: nielsen, ima, omid, player …
  name, -- Name of the call or event.
  instance, -- The SDK instance or session it was made on.
  payload, -- Everything else in the line, as one JSON object.
  locator_kind, -- line or entry.
  locator -- Where in the log.
FROM call_row;

-- One value inside the payload of a call.
CREATE VIEW argument AS SELECT
  run, -- The run.
  call, -- The call.
  name, -- Path of member names and indices: args.type, adId; args alone for a single scalar; args! for a text that is no JSON.
  type, -- string, number, bool, null, object or array, as the log has it.
  value -- The text of a scalar as spelt; empty for objects and arrays.
FROM argument_row;

-- A statement that some input could not be read as expected.
CREATE VIEW diagnostic AS SELECT
  id, -- The diagnostic's number in this file.
  run, -- Its run.
  capture, -- The capture it is about; NULL is the run as a whole.
  stage, -- capture, wire, interpret or audit.
  code, -- Its kind: docs/diagnostics.md.
  severity, -- error, warning or info.
  locator_kind, -- frames, entry, line or bytes.
  locator, -- Where in the capture.
  at_us, -- When, where that is known.
  subject, -- What it is about: a host, a server name, an exporter.
  detail, -- What was expected and what was found.
  units -- How many ledger units it accounts for.
FROM diagnostic_row;

-- Nothing is dropped: what went into each stage, what came out, what a diagnostic accounts for.
CREATE VIEW ingest_ledger AS SELECT
  capture, -- The capture.
  stage, -- The stage.
  unit, -- What is counted.
  input, -- Units read.
  output, -- Units given on.
  diagnosed, -- Units named in diagnostics instead.
  input - output - diagnosed AS balance -- 0, always.
FROM ledger_row;

-- A response that declares trackers, or that a rule reads.
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
  detail, -- The fault with line and column, or the repair.
  offer, -- 1 when it stands among the members of a JSON body, as in an auction's answer.
  (SELECT x.host FROM exchange_row x WHERE x.id = exchange) AS host -- The host that sent it.
FROM document_row;

-- That one document led to another.
CREATE VIEW document_link AS SELECT
  run, -- The run.
  parent, -- The document that points.
  child, -- The document pointed at.
  via -- wrapper, redirect, vmap or asset-list.
FROM document_link_row;

-- One ad or ad break that a document declares, played or not.
CREATE VIEW ad AS SELECT
  id, -- The ad's number in this file.
  run, -- Its run.
  document, -- The document that declares it.
  kind, -- inline, wrapper, stitched or ad-break.
  position AS ordinal, -- From 1, in document order.
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
  offset_us, -- Of a break for linear ads: its place in the content, where that is a time.
  parent, -- The ad or ad break that holds it.
  skip_offset -- The skipoffset attribute, as declared; NULL when there is none.
FROM ad_row;

-- One URL template that a document declares for one event.
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
  line, -- Line in the document.
  verification, -- Which of the ad's verifications it belongs to, from 1; NULL for any other tracker.
  CASE event WHEN 'impression' THEN 0 WHEN 'start' THEN 1 WHEN 'firstQuartile' THEN 2 WHEN 'midpoint' THEN 3
    WHEN 'thirdQuartile' THEN 4 WHEN 'complete' THEN 5 END AS place, -- 0 for impression, 1 for start, 2 to 4 for the quartiles, 5 for complete; else NULL.
  rtrim(substr(url, 1, instr(url || '?', '?') - 1), replace(substr(url, 1, instr(url || '?', '?') - 1), '/', '')) AS folder, -- Its URL up to the last slash of the path.
  replace(substr(url, 1, instr(url || '?', '?') - 1), rtrim(substr(url, 1, instr(url || '?', '?') - 1), replace(substr(url, 1, instr(url || '?', '?') - 1), '/', '')), '') AS file -- What stands behind the last slash of its path, without the query.
FROM tracker_row;

-- A URL that a document declares to be fetched rather than fired.
CREATE VIEW resource AS SELECT
  id, -- The resource's number in this file.
  run, -- Its run.
  document, -- The document that declares it.
  ad, -- The ad it belongs to.
  kind, -- media, mezzanine, interactive, captions, verification, icon, icon-fallback, companion, click-through, icon-click-through, companion-click-through, nonlinear-click-through, wrapped-tag, segment, playlist.
  url, -- As declared.
  tag, -- For wrapped-tag: its URL with `*` for what busts caches, equal for two requests of one tag.
  host, -- Lower-case.
  type, -- MIME type, API framework or vendor, as declared.
  parameters, -- VerificationParameters or AdParameters, as declared.
  fetch, -- The first exchange that fetched it; NULL when none was seen.
  verification, -- Which of the ad's verifications it belongs to, from 1; the key it shares with their trackers.
  (SELECT x.at_us FROM exchange_row x WHERE x.id = fetch) AS fetched_us, -- When it was first fetched.
  CASE kind WHEN 'click-through' THEN 'clickTracking' WHEN 'companion-click-through' THEN 'companionClickTracking'
    WHEN 'nonlinear-click-through' THEN 'nonLinearClickTracking'
    WHEN 'icon-click-through' THEN 'iconClickTracking' END AS tap, -- Of a page that a tap opens: the event that reports the tap; else NULL.
  (SELECT CASE WHEN x.status >= 400 OR x.status IS NULL AND x.ending = 'failed' THEN (
    SELECT min(y.at_us) FROM exchange_row y
    WHERE y.run = x.run AND y.host = x.host AND y.at_us > x.at_us AND y.scheme = x.scheme
      AND y.authority = x.authority AND y.target = x.target AND y.status IN (200, 206, 304)) ELSE x.at_us END
  FROM exchange_row x WHERE x.id = fetch) AS brought_us -- When it was first fetched and not refused, as far as the answer was seen; NULL where it was not.
FROM resource_row;

-- One playback of one ad.
CREATE VIEW ad_play AS SELECT
  id, -- The ad play's number in this file.
  run, -- Its run.
  ad, -- The ad played.
  document, -- The document that declares the ad itself, not its wrappers.
  family, -- vast or ssai.
  nth, -- The first, second, … play of the same ad.
  label, -- For people: the ad id or title.
  title, -- The title.
  creative, -- Creative id or universal ad id.
  duration_us, -- Declared duration.
  from_us, -- When it could begin: its document had arrived.
  impression_us, -- First impression.
  start_us, -- First start.
  end_us, -- When it was seen to end; NULL when nothing says so.
  end_reason, -- complete, skip, closeLinear, error, notUsed or superseded.
  licence, -- What permits the play: document, omid-session or replay.
  (SELECT min(f.id) FROM firing_row f WHERE f.ad_play = ad_play_row.id AND f.event = 'start' AND f.at_us = start_us
    AND f.family = ad_play_row.family AND f.repeat = 0) AS start, -- Its first start, a firing of its family.
  coalesce(start_us, impression_us) AS began_us -- When it began: its start, else impression.
FROM ad_play_row;

-- One tracker that is declared for an ad play, merged over the inline ad and its wrappers.
CREATE VIEW play_tracker AS SELECT
  run, -- The run.
  ad_play, -- The ad play.
  tracker, -- The tracker.
  family, -- The family whose rules read it.
  event, -- The event.
  document, -- The document that declares the tracker.
  level, -- 0 is the inline ad, n its nth wrapper.
  twin, -- Equal for those of one play with equal URLs.
  offset_us, -- For progress: when it is due.
  CASE event WHEN 'impression' THEN 0 WHEN 'start' THEN 1 WHEN 'firstQuartile' THEN 2 WHEN 'midpoint' THEN 3
    WHEN 'thirdQuartile' THEN 4 WHEN 'complete' THEN 5 END AS place, -- 0 for impression, 1 for start, 2 to 4 for the quartiles, 5 for complete; else NULL.
  (SELECT t.url FROM tracker_row t WHERE t.id = tracker) AS url, -- As declared.
  (SELECT d.at_us FROM document_row d WHERE d.id = document) AS declared_us -- When its document was asked for.
FROM obligation_row;

-- An exchange or log line recognised as ad or measurement traffic.
CREATE VIEW beacon AS SELECT
  id, -- The beacon's number in this file.
  run, -- Its run.
  exchange, -- The exchange; NULL for a log line.
  call, -- The log line; NULL for an exchange.
  family, -- The family.
  kind, -- What the family calls this kind of request.
  event, -- The event it reports.
  at_us, -- When it was sent.
  host, -- The host it went to.
  session -- The session it belongs to.
FROM beacon_row;

-- One parameter of a beacon, raw and decoded.
CREATE VIEW parameter AS SELECT
  run, -- The run.
  beacon, -- The beacon.
  name, -- The parameter.
  subkey, -- The inner key of formats that nest one.
  ordinal, -- Position in the request, from 0.
  raw, -- As sent.
  value, -- Percent-decoded once.
  encoded_twice, -- 1 when %xx is left after one decoding.
  identifier -- What a family file says that it names: device, person …; reports show a stand-in.
FROM parameter_row;

-- A beacon matched to the tracker that declared it.
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
  CASE repeat WHEN 0 THEN 'first' WHEN 1 THEN 'preflight' WHEN 2 THEN 'redirect-hop' WHEN 3 THEN 'seen-twice'
    WHEN 4 THEN 'retry' WHEN 5 THEN 'listed-again' WHEN 6 THEN 'later-play' ELSE 'duplicate' END AS repeat_class, -- first, preflight, redirect-hop, seen-twice, retry, listed-again, later-play or duplicate: docs/attribution.md.
  prior, -- The firing it repeats.
  gap_us, -- Time since that firing.
  answered, -- 1 when a response was seen.
  delivered, -- 1 when the last response was 2xx or 3xx.
  ambiguous, -- 1 when more than one ad play may own it.
  direct, -- 1 when the player sent it; 0 for a further hop of a firing's redirects or a URL wrapped in another.
  alteration, -- What keeps it from being the declared request: query-removed, redacted, cut, encoded-twice, ampersand-entity, key-case, letter-case, spaces-removed, decoded, quoted or head; NULL for what was sent as declared.
  respelt, -- How it is spelt otherwise than a playlist declares it: letters where only capital letters differ, bytes; NULL where it is not.
  CASE event WHEN 'impression' THEN 0 WHEN 'start' THEN 1 WHEN 'firstQuartile' THEN 2 WHEN 'midpoint' THEN 3
    WHEN 'thirdQuartile' THEN 4 WHEN 'complete' THEN 5 END AS place, -- 0 for impression, 1 for start, 2 to 4 for the quartiles, 5 for complete; else NULL.
  CASE event WHEN 'pause' THEN 'resume' WHEN 'resume' THEN 'pause' WHEN 'mute' THEN 'unmute' WHEN 'unmute' THEN 'mute'
    WHEN 'playerExpand' THEN 'playerCollapse' WHEN 'playerCollapse' THEN 'playerExpand'
    WHEN 'fullscreen' THEN 'exitFullscreen' WHEN 'exitFullscreen' THEN 'fullscreen'
    WHEN 'expand' THEN 'collapse' WHEN 'collapse' THEN 'expand'
    WHEN 'adExpand' THEN 'adCollapse' WHEN 'adCollapse' THEN 'adExpand' END AS other, -- The event that it takes turns with, such as resume for pause; else NULL.
  repeat = 0 AND ambiguous = 0 AND direct = 1 AS is_sure, -- 1 for the first of its kind, sent by the player itself, and surely of this ad play.
  repeat NOT IN (1, 2, 3) AS is_sent -- 1 for a request of its own; 0 for a preflight, a redirect's hop and what was seen twice.
FROM firing_row;

-- What attribution considered for a firing and did not choose.
CREATE VIEW firing_candidate AS SELECT
  run, -- The run.
  firing, -- The firing.
  tracker, -- The tracker considered.
  ad_play, -- The ad play considered.
  score -- Its score; higher is closer.
FROM firing_candidate_row;

-- A redirect that was followed: the answer's status is 301, 302, 303, 307 or 308, and its Location was asked for.
CREATE VIEW redirect AS SELECT
  run, -- The run.
  exchange, -- The request that was redirected.
  target -- The request for where it leads.
FROM redirect_row;

-- What became of one macro of a tracker in the URL that was sent.
CREATE VIEW macro AS SELECT
  run, -- The run.
  firing, -- The firing.
  name, -- The macro, without brackets.
  known, -- 1 when it is in the VAST macro list.
  state, -- expanded, unexpanded or declined.
  value, -- What was sent in its place.
  CASE WHEN state = 'expanded' AND value GLOB '[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'
    THEN CAST(substr(value, 1, 2) * 3600000000 + substr(value, 4, 2) * 60000000 + substr(value, 7, 6) * 1000000
      AS INTEGER) END AS position_us, -- What was sent as a time, where it is one such as 00:00:15.000.
  CASE name WHEN 'CACHEBUSTING' THEN '8 digits' WHEN 'TIMESTAMP' THEN 'a time of ISO 8601'
    WHEN 'ADPLAYHEAD' THEN 'HH:MM:SS.mmm' WHEN 'MEDIAPLAYHEAD' THEN 'HH:MM:SS.mmm'
    WHEN 'CONTENTPLAYHEAD' THEN 'HH:MM:SS.mmm' END AS form, -- The form that the macro list gives its value, for people; NULL where none is looked at.
  CASE name WHEN 'CACHEBUSTING' THEN value GLOB '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'
    WHEN 'TIMESTAMP'
    THEN value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'
    ELSE value GLOB '[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]' END AS is_formed, -- 1 where its value has that form.
  value GLOB '*%[0-9A-Fa-f][0-9A-Fa-f]*' AND (
    name NOT IN ('PAGEURL', 'CONTENTURI', 'ASSETURI', 'STOREURL', 'SERVERUA', 'DEVICEUA', 'CLIENTUA')
    OR lower(value) GLOB 'http%3a*' OR lower(value) GLOB 'https%3a*') AS encoded_twice, -- 1 when %xx is left in its value; in that of a URL, when it is left of http:// itself.
  value IN ('100', '101', '102', '200', '201', '202', '203', '204', '205', '206', '300', '301', '302', '303',
    '304', '400', '401', '402', '403', '405', '406', '407', '408', '409', '410', '411', '500', '501', '502',
    '503', '600', '601', '602', '603', '604', '900', '901', '902') AS is_listed -- Of an error code: 1 for one of VAST's table.
FROM macro_row;

-- A stretch of an ad play in one state.
CREATE VIEW playback AS SELECT
  run, -- The run.
  ad_play, -- The ad play.
  from_us, -- Begin.
  to_us, -- End; NULL when nothing ended it.
  state, -- playing, paused, buffering or unknown.
  source -- beacons, omid or calls.
FROM playback_row;

-- A media playlist, and what it adds to its stream.
CREATE VIEW playlist_reading AS SELECT
  run, -- The run.
  document, -- The playlist.
  stream, -- The stream, named by its first playlist.
  media_from_us, -- Begin of what it lists, counted from the first segment that the stream listed.
  media_to_us, -- End of what it lists.
  target_us, -- The target duration.
  is_ended, -- 1 when no segment will be added.
  is_grown, -- 1 when it lists segments that no earlier playlist of the stream did.
  (SELECT d.at_us FROM document_row d WHERE d.id = document) AS at_us -- When it was asked for.
FROM playlist_reading_row;

-- A request for a segment of a stream, content's or an ad's.
CREATE VIEW segment_fetch AS SELECT
  run, -- The run.
  exchange, -- The request.
  stream, -- The stream, as in playlist_reading.
  media_us, -- Where it begins in the stream's media; NULL where no playlist in sight lists it.
  duration_us, -- How long it is.
  program_us, -- The date of its media; NULL where the playlist has none.
  stretch_from_us, -- Where the media between two discontinuities begins that it is part of.
  stretch_us, -- How long that is; NULL where no discontinuity is listed behind it.
  ad -- The stitched ad that it is part of; NULL for content.
FROM segment_fetch_row;

-- Where a stitched ad stands in its stream.
CREATE VIEW stitched_place AS SELECT
  run, -- The run.
  ad, -- The ad.
  stream, -- The stream, as in playlist_reading.
  media_from_us, -- Begin of its segments in the stream's media.
  media_to_us -- Their end.
FROM stitched_place_row;

-- What shows an ad or an ad break of which perhaps no document was read.
CREATE VIEW ad_trace AS SELECT
  run, -- The run.
  exchange, -- The exchange.
  event, -- The event that its request names in words of its own, or by a parameter whose meaning trackers of its server show; NULL for an answer without its body that may have been an ad document.
  place -- 1 for start, 2 to 4 for the quartiles, 5 for complete; NULL for anything else.
FROM ad_trace_row;

-- A period with an identifier.
CREATE VIEW session AS SELECT
  id, -- The session's number in this file.
  run, -- Its run.
  kind, -- playback, omid, dai, nielsen-view, nielsen-instance, nielsen-log, nielsen-stream, ssai or vendor.
  family, -- The family.
  identifier, -- As sent.
  label, -- For people.
  from_us, -- First sign of it.
  to_us, -- Last sign of it, or when it expires.
  parent, -- The session it belongs to.
  (SELECT CAST(max(CAST(p.value AS REAL)) * 1000000 AS INTEGER)
  FROM beacon_row b JOIN parameter p ON p.beacon = b.id AND p.name = 'response' AND p.subkey = 'polling_frequency'
  WHERE b.session = session_row.id AND b.family = 'dai' AND b.kind = 'stream-registration'
    AND CAST(p.value AS REAL) > 0) AS poll_us -- Of a DAI stream: how often its metadata is to be polled, as its registration says; else NULL.
FROM session_row;

-- A Nielsen ping's place in its view session.
CREATE VIEW ping AS SELECT
  beacon, -- The beacon.
  run, -- Its run.
  session, -- The view session.
  kind, -- config, session, emm, view, duration, metadata, error …
  CASE stream WHEN 'a' THEN 'ad' WHEN 'c' THEN 'content' ELSE stream END AS part, -- ad or content: what it reports.
  asset, -- The asset.
  created_us, -- When it was made, on the device's clock.
  sent_us, -- When it was sent, on the device's clock.
  segment_us, -- Start of the measured asset segment, on the device's clock.
  viewed_us, -- What was viewed of the asset so far.
  CASE repeat WHEN 0 THEN 'first' WHEN 1 THEN 'preflight' WHEN 2 THEN 'redirect-hop' WHEN 3 THEN 'seen-twice'
    WHEN 4 THEN 'retry' WHEN 5 THEN 'listed-again' WHEN 6 THEN 'later-play' ELSE 'duplicate' END AS repeat_class, -- first, redirect-hop, seen-twice or retry, as in firing.
  late, -- 1 when sent more than 5 s after it was made.
  (SELECT b.at_us FROM beacon_row b WHERE b.id = beacon) AS at_us, -- When it was sent, on the run's clock.
  (SELECT coalesce(s.parent, s.id) FROM session_row s WHERE s.id = session) AS instance -- The SDK instance of the view session.
FROM ping_row;

-- What a beacon of a family file says of itself, beside its event and session.
CREATE VIEW signal AS SELECT
  beacon, -- The beacon.
  run, -- Its run.
  session, -- The session.
  clip, -- The clip that it is about.
  asset, -- The asset.
  ad, -- The ad.
  position_us, -- Where the media stood.
  sent_us, -- When it was sent, on the sender's clock.
  item, -- Its place in a request that carries several, from 0.
  CASE repeat WHEN 0 THEN 'first' WHEN 1 THEN 'preflight' WHEN 2 THEN 'redirect-hop' WHEN 3 THEN 'seen-twice'
    WHEN 4 THEN 'retry' WHEN 5 THEN 'listed-again' WHEN 6 THEN 'later-play' ELSE 'duplicate' END AS repeat_class, -- first, redirect-hop, seen-twice or retry, as in firing.
  missing -- Mandatory parameters that it lacks, and did not lose on the way here.
FROM signal_row;

-- One call of an SDK log as its API automaton saw it (docs/nielsen-calls.md).
CREATE VIEW call_step AS SELECT
  run, -- The run.
  call, -- The call.
  session, -- The session of kind nielsen-stream it belongs to.
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
  CASE stream WHEN 'a' THEN 'ad' WHEN 'c' THEN 'content' ELSE stream END AS part, -- ad or content; NULL before anything was loaded.
  position, -- The position a playhead passed; NULL when it is no whole number.
  prior, -- The call before it in the session, of play, loadMetadata, playhead, stop and end.
  gap_us, -- Time since that one; NULL where the log's two clocks do not agree on it.
  moved, -- How much further the position is than in that one; NULL unless both have one.
  loading, -- Number of the loadMetadata within the instance, from 1.
  excuse, -- The player's event since the playhead before that may explain an odd one: seek, buffer_start …; with ? in front, one of which that is not known.
  partial, -- 1 when the log is known to leave out some calls.
  watching, -- Of a position: the first position of what is watched, an ad or a content over all of its breaks; else NULL.
  (SELECT c.capture FROM call_row c WHERE c.id = call_step_row.call) AS recording, -- The log that it stands in.
  (SELECT s.parent FROM session_row s WHERE s.id = session) AS log, -- The session of kind nielsen-log: all calls of its instance in that log.
  (SELECT max(a.value) FROM argument_row a
    WHERE a.call = call_step_row.call AND a.name IN ('args', 'args.0') AND a.type NOT IN ('array', 'object')) AS value -- What it passes without a name; NULL where that is nothing, or no single value.
FROM call_step_row;

-- A stretch in which a stream of a call log does not play: from what the player or the phone says, until playback may go on.
CREATE VIEW interruption AS SELECT
  run, -- The run.
  session, -- The session of kind nielsen-stream.
  event, -- What interrupts it.
  name, -- pause, call, alarm, lock, background, network_loss, channel_change, route_change or buffer_start.
  from_us, -- When that was, by the log.
  coalesce(until_us, 9223372036854775807) AS until_us, -- When the player goes on, or the app loads or plays something; far off where nothing does.
  is_ended, -- 1 where the next thing that the player says is that it is over.
  goes_on -- 1 where playback goes on all the same: in a small window, on another screen, or audio alone.
FROM interruption_row;

-- One event of an OMID ad session, as a verification script reported it; copies by several instances of the script are one row.
CREATE VIEW omid_event AS SELECT
  beacon, -- The message.
  run, -- Its run.
  session, -- The OMID session.
  event, -- The event: sessionStart, loaded, impression, geometryChange, start …
  stamped_us, -- When it happened, on the device's clock.
  at_us, -- The same on the run's clock.
  nth, -- The first, second, … time that this event happened in the session.
  place AS ordinal, -- From 1, in the order of the stamps.
  in_view, -- Percent of the ad in view from this event on.
  playing, -- 1 when the media plays from this event on.
  viewable_us, -- How long, up to this event, it had played with half of the ad in view, without a break.
  late, -- 1 when it was sent more than a second after it happened.
  CASE event WHEN 'sessionStart' THEN 0 WHEN 'loaded' THEN 1 WHEN 'impression' THEN 2 WHEN 'start' THEN 3
    WHEN 'firstQuartile' THEN 4 WHEN 'midpoint' THEN 5 WHEN 'thirdQuartile' THEN 6 WHEN 'complete' THEN 7 END AS stage -- 0 for sessionStart, then loaded, impression, start, the quartiles, 7 for complete; else NULL.
FROM omid_event_row;

-- A tolerance or option.
CREATE VIEW setting AS SELECT
  run, -- The run.
  key, -- Its name: order.slackMs …
  value, -- As text.
  CAST(value AS REAL) AS number, -- As a number.
  unit, -- ms, s, count, text …
  source -- rule, a profile's name, config, fact or command line.
FROM setting_row;

-- What decided the verdict besides the captures: inputs, files, options. Rules and settings have views of their own.
CREATE VIEW ground AS SELECT
  run, -- The run.
  kind, -- key-log, call-log, bundle, filter, limit, configuration, facts, waivers, day, rule-file, replaced-rule, profile …
  name, -- A file's name, a rule's or profile's id, a setting's key.
  value, -- An option's value.
  sha256, -- Of a file's bytes.
  origin, -- given, configured (named in the configuration file), found, built-in, or past (a day).
  place AS path -- As it was named.
FROM ground_row;

-- One check.
CREATE VIEW rule AS SELECT
  run, -- The run.
  id, -- family.kebab-case.
  family, -- The family.
  severity, -- error, warning or info.
  title, -- What it demands.
  fix, -- What to do when it is broken.
  why, -- Why it matters.
  sources, -- Where it comes from, one per line.
  witness -- behaviour or form: what a comparison by it shows.
FROM rule_row;

-- One breach of one rule with its subject.
CREATE VIEW finding AS SELECT
  id, -- The finding's number in this file.
  run, -- Its run.
  rule, -- The rule broken.
  severity, -- error, warning or info.
  family, -- The family.
  subject_kind, -- run, document, session, ad_break, ad_play, instance or beacon.
  subject, -- Number of the subject.
  subject_label, -- For people.
  item, -- What of the subject: an event, a parameter.
  message, -- One sentence.
  expected, -- What the rule demands.
  observed, -- What was seen.
  at_us, -- When.
  fingerprint, -- The same in every run of the same integration.
  assumed, -- The assumption it rests on; NULL when none.
  server, -- The server whose fault it is, empty where its name is not known; NULL for a fault of the app.
  waived, -- Why it is accepted; NULL when nobody accepted it.
  waived_by, -- Who accepted it.
  waived_until -- The last day on which that holds.
FROM finding_row;

-- The rows that prove a finding.
CREATE VIEW evidence AS SELECT
  finding, -- The finding.
  ordinal, -- From 0, in the order to read it.
  role, -- breach, counterpart, declared, implies or window.
  source, -- The view it is a row of; NULL id for a span of time.
  source_id, -- Number of that row.
  exchange, -- The exchange behind it.
  call, -- The log line behind it.
  tracker, -- The tracker behind it.
  at_us -- When.
FROM evidence_row;

-- The outcome of one rule for one subject; pass and not-applicable are counted in rule_summary and listed for few subjects.
CREATE VIEW verdict AS SELECT
  run, -- The run.
  rule, -- The rule.
  subject_kind, -- Kind of the subject.
  subject, -- Number of the subject.
  subject_label, -- For people.
  verdict, -- pass, fail, inconclusive or not-applicable.
  reason, -- For inconclusive: blind, ambiguous, needs-fact, needs-log, needs-bundle or needs-person.
  needs, -- What would decide it.
  because -- Why it is open; NULL for what nobody gave.
FROM verdict_row;

-- How many subjects each rule passed, failed, or could not decide.
CREATE VIEW rule_summary AS SELECT
  run, -- The run.
  rule, -- The rule.
  pass, -- Subjects that passed.
  fail, -- Subjects that failed.
  inconclusive, -- Subjects that could not be decided.
  not_applicable, -- Subjects it does not judge.
  not_compared, -- Subjects of which nothing was compared: they neither pass nor fail.
  due, -- How many things of its subjects were due.
  compared -- How many of them were compared.
FROM rule_summary_row;

-- The roll-up of a family's rules.
CREATE VIEW family AS SELECT
  run, -- The run.
  family, -- The family.
  verdict, -- pass, fail, inconclusive, or not-applicable where nothing of it was compared.
  due, -- How many things were due of its behaviour.
  compared, -- How many of them were compared.
  form_compared, -- How many comparisons were of form alone.
  note -- Why it is inconclusive, in a sentence.
FROM family_row;

-- Whether a profile's demands are met.
CREATE VIEW certificate AS SELECT
  run, -- The run.
  profile, -- The profile.
  dated, -- Its date.
  verdict, -- pass, fail or inconclusive.
  reasons -- One line per missing or broken thing.
FROM certificate_row;

-- What was read. Each view begins with its meaning; each column has its own after it (docs/schema.md is made from this).

-- The stretch of time a capture can speak about.
CREATE VIEW capture_span AS SELECT
  run, -- The run.
  id AS capture, -- The capture.
  first_us AS from_us, -- Begin: what happened earlier was not recorded.
  last_us AS to_us -- End: what happened later was not recorded.
FROM capture_row;

-- The addresses each host was seen to be served from.
CREATE VIEW host_server AS SELECT DISTINCT
  run, -- The run.
  host, -- The host.
  server -- Address and port.
FROM exchange_row WHERE server IS NOT NULL AND host <> '';

-- What sent a request, as far as its headers say.
CREATE VIEW sender AS SELECT
  id AS exchange, -- The exchange.
  run, -- Its run.
  (SELECT substr(value, 1, instr(value, char(10)) - 1) FROM (
    SELECT substr(lines, nullif(instr(lower(lines), char(10) || 'user-agent: '), 0) + 13) AS value
    FROM (SELECT char(10) || CAST(request_headers AS TEXT) AS lines))
  ) AS user_agent, -- What the client calls itself; NULL where it sent no User-Agent.
  (SELECT substr(value, 1, instr(value, char(10)) - 1) FROM (
    SELECT substr(lines, nullif(instr(lower(lines), char(10) || 'x-forwarded-for: '), 0) + 18) AS value
    FROM (SELECT char(10) || CAST(request_headers AS TEXT) AS lines))
  ) AS forwarded_for, -- For which address it was sent; NULL where it has no X-Forwarded-For.
  instr(lower(CAST(request_headers AS TEXT)), 'x-device-ip:') > 0 AS has_device_address, -- 1 with X-Device-IP.
  instr(lower(CAST(request_headers AS TEXT)), 'x-device-user-agent:') > 0 AS has_device_agent, -- 1 with X-Device-User-Agent.
  coalesce(made_as <> 'server', 0) OR instr(lower(CAST(request_headers AS TEXT)), 'mozilla/') > 0
    AND instr(lower(CAST(request_headers AS TEXT)), 'referer: http') > 0
    AS is_page -- 1 where a page of the web sent it.
FROM exchange_row;

-- A stretch in which traffic may have happened without being seen. The time before and after each capture is one, unless
-- the fact capture.complete says that recording ran on.
CREATE VIEW blind AS SELECT
  id, -- The row's number; NULL for the time before and after a capture.
  run, -- The run.
  capture, -- The capture that is blind.
  from_us, -- Begin; NULL is unbounded.
  to_us, -- End; NULL is unbounded.
  host, -- The host hidden; NULL is any.
  server, -- The server address hidden; NULL is any.
  many_hosts, -- 1 when the connection may have carried other hosts too.
  hides, -- requests, responses, both, or calls (lines of a call log).
  diagnostic, -- The diagnostic it comes from; NULL for the ends of a capture.
  reason, -- For people: why nothing was seen.
  coalesce(from_us, 0) AS since_us, -- Begin; 0 where it is unbounded.
  coalesce(to_us, 9223372036854775807) AS until_us, -- End; far off where it is unbounded.
  CASE WHEN many_hosts = 0 THEN host END AS only_host -- The host, where no other is hidden with it; NULL is any.
FROM blind_row
UNION ALL SELECT NULL, run, id, NULL, first_us - 1, NULL, NULL, 0,
  CASE format WHEN 'calls' THEN 'calls' ELSE 'both' END, NULL, 'the capture had not started', 0, first_us - 1, NULL
FROM capture_row
WHERE first_us IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM fact_row f WHERE f.run = capture_row.run AND f.key = 'capture.complete' AND f.value = 'true')
UNION ALL SELECT NULL, run, id, last_us + 1, NULL, NULL, NULL, 0,
  CASE format WHEN 'calls' THEN 'calls' ELSE 'both' END, NULL, 'the capture was over', last_us + 1, 9223372036854775807,
  NULL
FROM capture_row
WHERE last_us IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM fact_row f WHERE f.run = capture_row.run AND f.key = 'capture.complete' AND f.value = 'true');

-- What the traffic means. Rules compare these rows; they hold nothing that needs memory to understand.

-- The way to an ad play: its ad, and each wrapper or ad break that led there.
CREATE VIEW ad_chain AS
WITH RECURSIVE chain(run, ad_play, ad, level) AS (
  SELECT run, id, ad, 0 FROM ad_play
  UNION ALL
  SELECT c.run, c.ad_play, a.parent, c.level + 1 FROM chain c JOIN ad a ON a.id = c.ad
  WHERE a.parent IS NOT NULL AND c.level < 32
)
SELECT
  c.run AS run, -- The run.
  c.ad_play AS ad_play, -- The ad play.
  c.ad AS ad, -- The ad itself, a wrapper or an ad break.
  c.level AS level, -- 0 for the ad itself, 1 for what declared the request for it, and so on upwards.
  coalesce(a.skip_offset_us, CASE WHEN substr(a.skip_offset, -1) = '%'
    THEN CAST(CAST(rtrim(a.skip_offset, '%') AS REAL) / 100 * p.duration_us AS INTEGER) END)
    AS skip_offset_us -- The skip offset it declares; a wrapper's percentage is of the duration of the ad that is played.
FROM chain c JOIN ad_row a ON a.id = c.ad JOIN ad_play_row p ON p.id = c.ad_play;

-- A request to a host of trackers or beacons, to one of ad measurement, or to an address of such a host without naming one,
-- that nothing declared and no family knows. No rule looks at it.
CREATE VIEW unjudged_request AS
WITH known(run, host) AS MATERIALIZED (
  SELECT run, host FROM tracker WHERE host <> '' UNION
  SELECT run, host FROM beacon b
  WHERE host <> '' AND kind <> 'handed-over' AND NOT EXISTS (SELECT 1 FROM signal g WHERE g.beacon = b.id)
)
SELECT
  x.run AS run, -- The run.
  x.exchange AS exchange, -- The request.
  x.host AS host, -- The host asked; empty where none was named.
  x.at_us AS at_us, -- When it was sent.
  x.why AS why -- host, measurement, or address (no name was given).
FROM (
  SELECT x.run, x.id AS exchange, x.host, x.at_us, CASE
    WHEN (x.run, x.host) IN (SELECT run, host FROM known) THEN 'host'
    WHEN x.host GLOB '*.imrworldwide.com' OR x.host GLOB '*.scorecardresearch.com' OR x.host GLOB '*.moatads.com'
      OR x.host GLOB '*.doubleverify.com' OR x.host GLOB '*.adsafeprotected.com' THEN 'measurement'
    WHEN (x.host NOT GLOB '*[a-z]*' OR x.host GLOB '[[]*') AND x.server IN (
      SELECT o.server FROM host_server o JOIN known k ON k.run = o.run AND k.host = o.host) THEN 'address' END AS why
  FROM exchange x
  WHERE x.method NOT IN ('OPTIONS', 'HEAD', 'CONNECT')
    -- What a family file lists and no rule of the run judges is as unjudged as what nobody knows.
    AND NOT EXISTS (
      SELECT 1 FROM beacon b
      WHERE b.exchange = x.id AND (
        NOT EXISTS (SELECT 1 FROM signal g WHERE g.beacon = b.id)
        OR EXISTS (SELECT 1 FROM family v WHERE v.run = b.run AND v.family = b.family)))
    AND NOT EXISTS (SELECT 1 FROM document d WHERE d.exchange = x.id)
    AND NOT EXISTS (SELECT 1 FROM resource r WHERE r.fetch = x.id)) x
WHERE x.why IS NOT NULL;

-- What a verificationNotExecuted speaks of: a row for each verification that declares the URL that was sent.
CREATE VIEW verification_report AS SELECT
  f.run AS run, -- The run.
  f.ad_play AS ad_play, -- The ad play.
  f.id AS firing, -- The verificationNotExecuted.
  f.at_us AS at_us, -- When it was sent.
  v.ad AS ad, -- The ad, inline or wrapper, that declares the verification.
  v.verification AS verification, -- Which of that ad's verifications.
  NOT EXISTS (
    SELECT 1 FROM tracker_row o
    WHERE o.ad = v.ad AND o.event = v.event AND o.url = v.url AND o.verification <> v.verification
  ) AS sole -- 1 when no other verification of the ad declares the URL.
FROM firing_row f JOIN tracker_row t ON t.id = f.tracker
JOIN tracker_row v ON v.ad = t.ad AND v.event = t.event AND v.url = t.url
WHERE f.event = 'verificationNotExecuted' AND v.verification IS NOT NULL;

-- An ad whose creative runs code of its own (VPAID, SIMID), by which it may change its length or end itself.
CREATE VIEW interactive_ad AS SELECT
  r.run AS run, -- The run.
  r.ad AS ad, -- The ad.
  r.id AS resource -- What declares the code.
FROM resource_row r
WHERE r.kind = 'interactive' OR (
  r.kind = 'media' AND (instr(lower(r.type), 'javascript') > 0 OR instr(lower(r.type), 'flash') > 0)
  -- A player that fetched the plain media beside it plays that.
  AND NOT EXISTS (
    SELECT 1 FROM resource_row o
    WHERE o.ad = r.ad AND o.kind = 'media' AND o.fetch IS NOT NULL
      AND instr(lower(o.type), 'javascript') = 0 AND instr(lower(o.type), 'flash') = 0));

-- A stretch in which a request for a resource may have gone unseen.
CREATE VIEW hidden_resource AS SELECT
  r.run AS run, -- The run.
  r.id AS resource, -- The resource.
  b.since_us AS since_us, -- Begin; 0 where it is unbounded.
  b.until_us AS until_us, -- End; far off where it is unbounded.
  b.hides AS hides -- requests, responses or both.
FROM resource_row r JOIN blind b ON b.run = r.run AND b.hides <> 'calls' AND coalesce(b.only_host, r.host) = r.host;

-- A macro in the URL that a wrapper leads to, which was requested.
CREATE VIEW tag_macro AS
WITH listed(name) AS (
  VALUES ('CACHEBUSTING'), ('TIMESTAMP'), ('PLAYBACKMETHODS'), ('BREAKPOSITION'), ('ADTYPE'), ('APPBUNDLE'),
    ('DEVICEUA'), ('DOMAIN'), ('IFA'), ('IFATYPE'), ('LIMITADTRACKING'), ('OMIDPARTNER'), ('PAGEURL'), ('PLAYERSIZE'),
    ('REGULATIONS'), ('GDPRCONSENT'), ('STOREID'), ('VASTVERSIONS'), ('GPPSTRING')
)
SELECT
  r.run AS run, -- The run.
  r.id AS resource, -- The URL, a resource.
  m.name AS name, -- The macro, without brackets.
  instr(x.url, '[' || m.name || ']') > 0 OR instr(upper(x.url), '%5B' || m.name || '%5D') > 0
    AS is_left -- 1 where it was sent as it stands.
FROM resource_row r JOIN exchange x ON x.id = r.fetch
JOIN listed m ON instr(r.url, '[' || m.name || ']') > 0 OR instr(upper(r.url), '%5B' || m.name || '%5D') > 0
WHERE r.kind = 'wrapped-tag';

-- An image that a page requested by a tracker's URL without macros. Where the page asks for it again, a browser may answer
-- from memory, and nothing is sent.
CREATE VIEW page_image AS SELECT
  t.run AS run, -- The run.
  t.family AS family, -- The family of the tracker.
  t.url AS url, -- The tracker's URL.
  f.at_us AS at_us -- When it was requested.
FROM tracker_row t JOIN firing_row f ON f.tracker = t.id JOIN exchange_row x ON x.id = f.exchange
WHERE instr(t.url, '[') = 0 AND instr(t.url, '%5B') = 0 AND instr(t.url, '%%') = 0
  AND x.made_as = 'image';

-- The ad plays that an OMID session may have measured: their impressions are at most three seconds apart.
CREATE VIEW omid_play AS SELECT
  s.run AS run, -- The run.
  s.id AS session, -- The OMID session.
  p.id AS ad_play, -- The ad play.
  row_number() OVER (PARTITION BY s.id ORDER BY abs(p.impression_us - e.at_us), p.id) AS rank, -- 1 for the nearest.
  (SELECT min(b.at_us) FROM omid_event_row b WHERE b.session = s.id AND b.event = 'start' AND b.nth = 1)
    AS start_us, -- When the session reported the start; NULL where it did not.
  (SELECT CAST(max(CAST(d.value AS REAL)) * 1000000 AS INTEGER) FROM omid_event_row b
    JOIN parameter d ON d.beacon = b.beacon AND d.name = 'data' AND d.subkey = 'duration' AND CAST(d.value AS REAL) > 0
    WHERE b.session = s.id AND b.event = 'start' AND b.nth = 1)
    AS length_us -- How long the ad is, as that says; NULL where it does not.
FROM session_row s
JOIN omid_event_row e ON e.session = s.id AND e.event = 'impression' AND e.nth = 1
JOIN ad_play_row p ON p.run = s.run AND p.impression_us BETWEEN e.at_us - 3000000 AND e.at_us + 3000000
WHERE s.kind = 'omid' AND p.family = 'vast'
  -- The session of a banner beside the video is not the video's; nor does it report that a video is played.
  AND (NOT EXISTS (
    SELECT 1 FROM omid_event_row o JOIN parameter k ON k.beacon = o.beacon
    WHERE o.session = s.id AND k.name = 'data' AND k.subkey IN ('mediaType', 'creativeType')
      AND k.value IN ('display', 'htmlDisplay', 'nativeDisplay'))
    OR EXISTS (
      SELECT 1 FROM omid_event_row m
      WHERE m.session = s.id AND m.event IN ('start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete')));

-- A request for about:blank, which documents name where there is nothing to be requested.
CREATE VIEW placeholder_request AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.host AS host, -- Its host: that of the document, or about.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE (x.target LIKE '%about:blank' OR x.target LIKE '%about%3ablank') AND x.method <> 'OPTIONS';

-- What the player's log says that the viewer or the device did.
CREATE VIEW player_event AS
WITH known(name, kind) AS (
  VALUES ('play', 'resumed'), ('pause', 'paused'), ('seek', 'sought'), ('buffer_start', 'stalled'),
    ('buffer_end', 'resumed'), ('background', 'away'), ('foreground', 'back'), ('lock', 'away'), ('call', 'away'),
    ('alarm', 'away'), ('pip_start', 'away'), ('pip_end', 'back'), ('channel_change', 'left')
)
SELECT
  c.run AS run, -- The run.
  c.id AS call, -- The log line.
  c.at_us AS at_us, -- When, by the log.
  k.kind AS kind -- left, paused, resumed, stalled, sought, away or back.
FROM call c JOIN known k ON k.name = c.name
WHERE c.source = 'player';

-- What the IMA SDK and its wrapper said in the log, under one name for both.
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
-- A clock that is set while the app runs moves no event: the device's monotonic one tells the time between two lines, except
-- that it may stand still while the device sleeps, and begins anew with it.
read AS (
  SELECT c.run AS run, c.id AS id, c.capture AS capture, c.name AS name, c.at_us AS at_us, c.mono_us AS mono_us,
    c.at_us - c.mono_us - lag(c.at_us - c.mono_us) OVER (PARTITION BY c.capture ORDER BY c.id) AS step_us
  FROM call c WHERE c.source = 'ima'
),
ticked AS (
  SELECT run, id, name,
    CASE WHEN min(mono_us IS NOT NULL) OVER (PARTITION BY capture) THEN
      mono_us + first_value(at_us - mono_us) OVER line + sum(iif(step_us > 10000000, step_us, 0)) OVER line
    ELSE at_us END AS at_us
  FROM read WINDOW line AS (PARTITION BY capture ORDER BY id)
),
named AS (
  SELECT c.run AS run, c.id AS call, k.event AS event, k.place AS place, k.mark AS mark, c.at_us AS at_us,
    max(k.mark) OVER (PARTITION BY c.run) AS marks,
    (SELECT a.value FROM argument a WHERE a.call = c.id AND a.name = 'adId') AS ad_id,
    (SELECT CAST(a.value AS INTEGER) FROM argument a WHERE a.call = c.id AND a.name = 'sequence') AS sequence,
    (SELECT CAST(a.value AS INTEGER) FROM argument a WHERE a.call = c.id AND a.name = 'totalAds') AS total_ads
  FROM ticked c JOIN known k ON k.logged = c.name
),
counted AS (
  SELECT *,
    sum(event = iif(marks = 1, 'contentPause', 'breakStart')) OVER before AS breaks,
    sum(event IN ('complete', 'skip')) OVER before AS ends, sum(event = 'error') OVER before AS errors,
    sum(event = 'start') OVER before AS starts,
    -- Of a log that begins inside a break the first mark is its end; the first ad of a break that starts in sight is not.
    first_value(event) OVER (
      PARTITION BY run ORDER BY event NOT IN ('breakStart', 'breakEnd'), at_us, call) = 'breakEnd'
    AND (first_value(event) OVER (
        PARTITION BY run ORDER BY event NOT IN ('breakStart', 'breakEnd', 'start'), at_us, call) = 'breakEnd'
      OR coalesce(first_value(sequence) OVER (PARTITION BY run ORDER BY event <> 'start', at_us, call), 2) > 1
      AND min(at_us) OVER (PARTITION BY run) <= (SELECT min(c.at_us) FROM call c WHERE c.run = named.run)) AS joined
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
  k.place AS ordinal, -- From 1, in the order of an ad's life; NULL for what has no place in it.
  k.at_us AS at_us, -- When it was said; by the device's monotonic clock where each line has it.
  k.breaks AS break, -- The ad break, counted from 1; 0 before the first.
  k.open_breaks AS open_breaks, -- Breaks begun since one was ended, when it was said.
  k.name || CASE WHEN sum(o.anew) OVER same > 1 THEN ' (' || sum(o.anew) OVER same || ')' ELSE '' END AS ad, -- The ad in its break: its place in the pod, else its id, else which start it follows; with a number when it is played again.
  k.sequence AS sequence, -- The ad's place in its pod, as logged.
  k.total_ads AS total_ads, -- How many ads the pod has, as logged.
  k.ad_id AS ad_id -- The ad's id, as logged.
FROM keyed k LEFT JOIN opened o ON o.call = k.call
WINDOW same AS (PARTITION BY k.run, k.breaks, k.name ORDER BY k.at_us, k.call ROWS UNBOUNDED PRECEDING);

-- An event of the IMA log beside others: those of its kind, and what its ad's neighbours said.
CREATE VIEW ima_step AS
WITH numbered AS (
  SELECT *, row_number() OVER (PARTITION BY run ORDER BY at_us, call) AS n FROM ima_event
)
SELECT
  e.run AS run, -- The run.
  e.call AS call, -- The log line.
  e.event AS event, -- The event, as in ima_event.
  e.ordinal AS ordinal, -- From 1, in the order of an ad's life; NULL for what has no place in it.
  e.at_us AS at_us, -- When it was said.
  e.break AS break, -- The ad break.
  e.open_breaks AS open_breaks, -- Breaks begun since one was ended, when it was said.
  e.ad AS ad, -- The ad in its break.
  row_number() OVER same AS nth, -- The first, second … time that this ad of this break says it.
  count(*) OVER (PARTITION BY e.run, e.break, e.ad, e.event) AS times, -- How often it does.
  first_value(e.call) OVER same AS first, -- The line of the first time.
  first_value(e.at_us) OVER same AS first_us, -- When that was said.
  max(CASE WHEN e.ordinal IS NOT NULL OR e.event IN ('skip', 'error') THEN e.n * 10 + coalesce(e.ordinal, 9) END)
    OVER before % 10 AS prior, -- The ordinal of what an ad said last before it; 9 for skip and error.
  min(e.n * 10 + e.ordinal) OVER (PARTITION BY e.run ORDER BY e.n ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) % 10
    AS next, -- The ordinal of what an ad says first after it.
  max(CASE e.event WHEN 'breakStart' THEN e.at_us END) OVER before AS begun_us -- When a break was begun last before it.
FROM numbered e
WINDOW same AS (PARTITION BY e.run, e.break, e.ad, e.event ORDER BY e.at_us, e.call),
  before AS (PARTITION BY e.run ORDER BY e.n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);

-- A host of which who recorded cut the URLs off at one length: several requests end at the longest, and no family knows them.
CREATE VIEW cut_host AS SELECT
  s.run AS run, -- The run.
  s.host AS host -- The host.
FROM (
  SELECT run, id, host, length(url) AS length, max(length(url)) OVER (PARTITION BY run, host) AS longest
  FROM exchange WHERE url GLOB '*[?]*=*') s
WHERE s.length = s.longest AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = s.id)
GROUP BY s.run, s.host
HAVING count(*) >= 3;

-- What each OMID session was to signal and what it did, one row per signal: the form in which IAB's test cases are written.
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
  g.place AS ordinal, -- From 1, in the order of the list.
  g.name AS signal, -- The signal.
  g.expected AS expected, -- How often an ad that plays to its end sends it.
  count(e.beacon) AS observed, -- How often it was sent.
  min(e.at_us) AS at_us, -- When for the first time, on the run's clock.
  count(e.beacon) >= g.least AND (g.most IS NULL OR count(e.beacon) <= g.most) AS agrees -- 1 when the two agree.
FROM session_row s CROSS JOIN signal g LEFT JOIN omid_event_row e ON e.session = s.id AND e.event = g.name
WHERE s.kind = 'omid'
GROUP BY s.id, g.place;

-- The hosts a subject's traffic goes to: what hides them touches its verdicts.
CREATE VIEW subject_host AS
SELECT
  o.run AS run, -- The run.
  'ad_play' AS subject_kind, -- ad_play, document, session or beacon.
  o.ad_play AS subject, -- Number of the subject.
  o.family AS family, -- The family of the traffic.
  o.event AS event, -- The event or kind of the traffic.
  t.host AS host -- The host.
FROM obligation_row o JOIN tracker_row t ON t.id = o.tracker
UNION ALL
SELECT p.run, 'ad_play', p.id, p.family, 'document', x.host
FROM ad_play_row p JOIN document_row d ON d.id = p.document JOIN exchange_row x ON x.id = d.exchange
UNION ALL
SELECT t.run, 'ad_break', t.ad, t.family, t.event, t.host FROM tracker_row t WHERE t.ad IS NOT NULL
UNION ALL
SELECT t.run, 'document', t.document, t.family, t.event, t.host FROM tracker_row t
UNION ALL
SELECT d.run, 'document', d.id, d.kind, 'document', x.host
FROM document_row d JOIN exchange_row x ON x.id = d.exchange
UNION ALL
SELECT b.run, 'session', b.session, b.family, b.kind, b.host FROM beacon_row b WHERE b.session IS NOT NULL
UNION ALL
-- A session's traffic is that of the sessions within it, too.
SELECT b.run, 'session', s.parent, b.family, b.kind, b.host
FROM session_row s JOIN beacon_row b ON b.session = s.id WHERE s.parent IS NOT NULL
UNION ALL
SELECT b.run, 'beacon', b.id, b.family, b.kind, b.host FROM beacon_row b;

-- A request for ads in the form of Google's: what of its parameters is judged, or distinguishes one view from another.
CREATE VIEW ad_request AS SELECT
  b.run AS run, -- The run.
  b.id AS subject_id, -- The request, a beacon.
  b.at_us AS at_us, -- When it was sent.
  b.at_us AS from_us, -- The same time.
  b.at_us AS to_us, -- The same time: it takes none.
  max(p.value) FILTER (WHERE p.name = 'correlator') AS correlator, -- The number of the page view; NULL without the parameter.
  b.host || coalesce(max(p.value) FILTER (WHERE p.name = 'iu'), '')
    || coalesce(max(p.value) FILTER (WHERE p.name = 'vid'), '')
    || coalesce(max(p.value) FILTER (WHERE p.name IN ('url', 'description_url')), '')
    AS view, -- Equal where host, ad unit, video and page are: what one view has in common.
  coalesce(max(p.value IN ('midroll', 'postroll')) FILTER (WHERE p.name = 'vpos'), 0)
    AS is_later, -- 1 for a mid-roll or post-roll: it belongs to the view of the request before it.
  coalesce(max(p.value = '' OR p.value GLOB '[[]*]' OR p.value GLOB '{*}' OR p.value GLOB '%%*%%' OR p.value GLOB '${*}')
    FILTER (WHERE p.name = 'correlator'), 0) AS is_empty, -- 1 where the correlator is empty or a placeholder.
  max(p.value) FILTER (WHERE p.name = 'ad_rule') AS ad_rule, -- Whether rules place the breaks, as sent.
  max(p.value) FILTER (WHERE p.name = 'output') AS output, -- The format that is asked for, as sent.
  max(p.value) FILTER (WHERE p.name = 'us_privacy') AS us_privacy, -- The US privacy string; NULL without the parameter.
  max(p.value) FILTER (WHERE p.name = 'rdp') AS rdp -- Restricted data processing, as sent.
FROM beacon_row b LEFT JOIN parameter p ON p.beacon = b.id AND p.subkey IS NULL
WHERE b.family = 'ima' AND b.kind = 'ad-request'
GROUP BY b.run, b.id;

-- What an ad request says of one consent signal, said or not.
CREATE VIEW consent_signal AS
WITH choice(name) AS (VALUES ('us_privacy'), ('rdp'), ('npa'), ('gdpr'), ('gdpr_consent'))
SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The ad request.
  s.name AS name, -- us_privacy, rdp, npa, gdpr or gdpr_consent.
  b.at_us AS at_us, -- When it was sent.
  b.exchange AS exchange, -- Its exchange.
  coalesce(x.client_address, '') AS client, -- The address it came from.
  CASE
    WHEN s.name IN ('us_privacy', 'rdp') AND EXISTS (
      SELECT 1 FROM parameter o WHERE o.beacon = b.id AND (o.name = 'rdp' AND o.value = '1'
        OR o.name = 'us_privacy' AND upper(substr(o.value, 3, 1)) = 'Y')) THEN 'opted out'
    WHEN s.name IN ('rdp', 'npa') AND min(p.value) = '0' THEN 'absent'
    ELSE coalesce(nullif(min(p.value), ''), 'absent')
  END AS value, -- What it means: us_privacy and rdp opt out alike; absent where nothing is said, or 0.
  coalesce(min(p.value), '') <> '' AS is_said, -- 1 when the parameter is there and not empty.
  CAST(min(u.value) AS INTEGER) AS updated, -- Of a TC string: when its choice was made, in tenths of a second since 1970; else NULL.
  CAST(min(n.value) AS INTEGER) AS noticed_us, -- Since when other traffic had said the same; NULL where it did not.
  (SELECT g.value FROM parameter g WHERE g.beacon = b.id AND g.name = 'gdpr' AND g.subkey IS NULL)
    AS gdpr, -- What the request says of whether the GDPR applies; NULL where it says nothing.
  x.host GLOB '*doubleclick.net' OR x.host GLOB '*google.com' OR x.host GLOB '*googlesyndication.com'
    OR x.host GLOB '*googleadservices.com' AS is_google -- 1 when one of Google's hosts was asked.
FROM beacon_row b JOIN exchange x ON x.id = b.exchange CROSS JOIN choice s
LEFT JOIN parameter p ON p.beacon = b.id AND p.name = s.name
LEFT JOIN parameter n ON n.beacon = b.id AND n.name = 'noticed'
  AND n.subkey = iif(s.name = 'rdp', 'us_privacy', s.name)
LEFT JOIN parameter u ON u.beacon = b.id AND u.name = 'updated' AND u.subkey = s.name
WHERE b.family = 'ima' AND b.kind = 'ad-request'
GROUP BY b.run, b.id, s.name;

-- A date range of an HLS playlist, with its attributes, each time that the playlist was read.
CREATE VIEW date_range AS SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The date range, a beacon.
  b.exchange AS exchange, -- The request for its playlist.
  b.event AS class, -- The CLASS attribute.
  b.at_us AS at_us, -- When its playlist was requested.
  b.host AS host, -- The host of that playlist.
  max(p.value) FILTER (WHERE p.name = 'ID') AS name, -- The ID attribute.
  coalesce(max(p.value) FILTER (WHERE p.name = 'CUE'), '') AS cue, -- The CUE attribute; empty without one.
  CAST(round(max(CAST(p.value AS REAL)) FILTER (WHERE p.name = 'DURATION') * 1000000) AS INTEGER)
    AS duration_us, -- The DURATION attribute.
  max(CAST(p.value AS INTEGER)) FILTER (WHERE p.name = 'playlist' AND p.subkey = 'start_us')
    AS start_us, -- The START-DATE attribute, on the clock of the programme.
  CAST(round(max(CAST(p.value AS REAL)) FILTER (WHERE p.name = 'X-RESUME-OFFSET') * 1000000) AS INTEGER)
    AS resume_us, -- The X-RESUME-OFFSET attribute of an interstitial: how far behind that the content goes on.
  CAST(round(max(CAST(p.value AS REAL)) FILTER (WHERE p.name = 'X-PLAYOUT-LIMIT') * 1000000) AS INTEGER)
    AS limit_us, -- Its X-PLAYOUT-LIMIT attribute: how much of its assets is played at most.
  count(*) FILTER (WHERE p.name = 'X-PLAYOUT-LIMIT' OR p.name GLOB 'X-SKIP-CONTROL-*') = 0
    AS is_whole, -- Of an interstitial: 0 where it may end before its assets do, offering to be skipped or limiting its playout.
  coalesce(max(instr(p.value, 'SKIP') > 0) FILTER (WHERE p.name = 'X-RESTRICT'), 0)
    AS is_kept, -- 1 where it forbids to skip it.
  coalesce(max(instr(p.value, 'SKIP') > 0 AND instr(p.value, 'JUMP') > 0) FILTER (WHERE p.name = 'X-RESTRICT'), 0)
    AS is_bound, -- 1 where it forbids to jump over it, too.
  max(p.value) FILTER (WHERE p.name = 'playlist' AND p.subkey = 'identity')
    AS playlist, -- What names the playlist: its URL without what changes from request to request.
  max(p.value) FILTER (WHERE p.name = 'playlist' AND p.subkey = 'asset_url')
    AS asset_url, -- The asset or the list of assets of an interstitial, as a whole URL; NULL where it names neither.
  max(lower(substr(substr(p.value, instr(p.value, '://') + 3), 1,
      instr(replace(replace(substr(p.value, instr(p.value, '://') + 3), '?', '/'), ':', '/') || '/', '/') - 1)))
    FILTER (WHERE p.name = 'playlist' AND p.subkey = 'asset_url') AS asset_host, -- The host of that, lower-case.
  max(substr(p.value, 1, instr(p.value, '?') - 1)) FILTER (
    WHERE p.name = 'playlist' AND p.subkey = 'asset_url' AND instr(p.value, '?') > 0)
    AS asset_bare, -- The same without its query; NULL where it has none.
  max(p.name = 'X-ASSET-URI') AS has_uri, -- 1 with X-ASSET-URI.
  max(p.name = 'X-ASSET-LIST') AS has_list -- 1 with X-ASSET-LIST.
FROM beacon_row b LEFT JOIN parameter p ON p.beacon = b.id
WHERE b.family = 'hls' AND b.kind = 'daterange'
GROUP BY b.run, b.id;

-- A request for the tracking data of a MediaTailor session.
CREATE VIEW tracking_poll AS SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The request, a beacon.
  b.host AS host, -- Its host.
  x.path AS path, -- Its path, which names the session.
  b.at_us AS at_us, -- When it was sent.
  (SELECT q.value FROM parameter q WHERE q.beacon = b.id AND q.name = 'request' AND q.subkey = 'nextToken')
    AS asked, -- The nextToken that it was sent with; NULL without one.
  (SELECT n.value FROM parameter n WHERE n.beacon = b.id AND n.name = 'response' AND n.subkey = 'nextToken')
    AS token -- The nextToken of its answer; NULL without one.
FROM beacon_row b JOIN exchange x ON x.id = b.exchange
WHERE b.family = 'ssai' AND b.kind = 'tracking-poll';

-- A request for the asset of an HLS interstitial, and the ids that it carries.
CREATE VIEW interstitial_request AS SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The request, a beacon.
  b.host AS host, -- Its host.
  b.at_us AS at_us, -- When it was sent.
  max(p.value) FILTER (WHERE p.name = '_HLS_interstitial_id') AS interstitial, -- The ID of the interstitial; NULL without one.
  max(p.value) FILTER (WHERE p.name = '_HLS_primary_id') AS given, -- The _HLS_primary_id; NULL without the parameter.
  max(p.value) FILTER (WHERE p.name = 'header' AND p.subkey = 'x-playback-session-id')
    AS session -- The X-Playback-Session-Id of its headers; NULL without one.
FROM beacon_row b LEFT JOIN parameter p ON p.beacon = b.id
WHERE b.family = 'hls' AND b.kind = 'interstitial-request'
GROUP BY b.run, b.id;

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

-- What pings say, each for itself and beside the others of its view session.

-- What a request to Nielsen says of itself, of its asset and of its sender. What is blank of the latter two is NULL.
CREATE VIEW nielsen_signal AS
SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The request.
  b.at_us AS at_us, -- When it was sent.
  b.kind AS kind, -- config, session, dcr, dtvr, emm …, as in beacon.
  p.kind AS counts, -- view or duration, as the kind in ping.
  p.session AS session, -- The view session.
  p.instance AS instance, -- The instance of the SDK that this belongs to.
  p.part AS part, -- ad or content.
  p.asset AS asset, -- The asset.
  p.created_us AS created_us, -- When it was made, on the device's clock.
  p.sent_us AS sent_us, -- When it was sent, on the device's clock.
  p.segment_us AS segment_us, -- When the asset began, on the device's clock.
  p.viewed_us AS viewed_us, -- What was viewed of the asset so far.
  p.repeat_class AS repeat_class, -- As in ping.
  coalesce(p.late, 0) AS late, -- 1 when it was sent more than 5 s after it was made.
  max(q.value) FILTER (WHERE q.name = iif(b.kind = 'config', 'apid', 'c13')) AS app, -- The app id as spelt; empty where it is blank, NULL where the request has none.
  max(q.value) FILTER (WHERE q.name = 'uoo') AS uoo, -- What it says of an opt-out, as sent; NULL without the parameter.
  coalesce(max(lower(q.value) = 'true') FILTER (WHERE q.name = 'uoo'), 0) AS is_out, -- 1 when that is true.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'sd') AS length, -- The length of the asset, as sent.
  max(lower(q.value)) FILTER (WHERE q.name = 'c58') AS live, -- Whether the asset is live, in small letters: true or false.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'ci') AS client, -- The client id.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'sessionId') AS launch, -- The app session.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 've_id') AS device, -- The vendor's id.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_id') AS fp_id, -- The first-party id.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_cr_tm') AS fp_created, -- When that was made, in Unix seconds.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_acc_tm') AS fp_used -- When it was used last, in Unix seconds.
FROM beacon_row b LEFT JOIN ping p ON p.beacon = b.id
LEFT JOIN parameter_row q ON q.beacon = b.id AND (
    -- A hash in the place of name and value.
    q.name = 'c13' AND (q.subkey = 'asid' OR length(q.value) >= 16 AND q.value NOT GLOB '*[^0-9A-Fa-f]*')
    OR q.name = 'c58' AND q.subkey = 'isLive'
    OR q.name IN ('apid', 'uoo', 'sd', 'ci', 'sessionId', 've_id', 'fp_id', 'fp_cr_tm', 'fp_acc_tm'))
WHERE b.family = 'nielsen'
GROUP BY b.run, b.kind, b.id;

-- A view ping that was sent, whoever saw it twice, with the watching of its asset in the view session.
CREATE VIEW view_ping AS
WITH received AS (
  SELECT p.run AS run, p.beacon AS beacon, p.session AS session, p.part AS part, p.asset AS asset, b.at_us AS at_us,
    p.created_us AS created_us, p.segment_us AS segment_us, o.value AS ott, CAST((
      SELECT max(l.value) FROM parameter l WHERE l.beacon = p.beacon AND l.name = 'sd') AS INTEGER) * 1000000 AS length_us,
    lag(p.segment_us) OVER w AS earlier_us, lag(p.created_us) OVER w AS viewed_us
  FROM ping p JOIN beacon b ON b.id = p.beacon
  LEFT JOIN parameter o ON o.beacon = b.id AND o.name = 'c71' AND o.subkey = 'ottflg'
  WHERE p.kind = 'view' AND p.session IS NOT NULL
    -- What the browser answered from its cache was not sent.
    AND NOT EXISTS (
      SELECT 1 FROM exchange q WHERE q.id = b.exchange AND instr(' ' || q.notes || ' ', ' from-cache ') > 0)
    AND (p.repeat_class NOT IN ('preflight', 'redirect-hop', 'seen-twice', 'retry')
      -- The same request again in one capture, though the first was received, was sent twice. At the same instant it is the
      -- first, seen at a second point on its way.
      OR p.repeat_class = 'seen-twice' AND EXISTS (
        SELECT 1
        FROM ping r JOIN beacon o ON o.id = r.beacon JOIN exchange e ON e.id = o.exchange
        JOIN sighting n ON n.exchange = e.id JOIN sighting m ON m.exchange = b.exchange AND m.capture = n.capture
        WHERE r.session = p.session AND r.created_us = p.created_us AND r.kind = 'view' AND r.repeat_class = 'first'
          AND r.asset IS p.asset AND r.part IS p.part AND e.status < 400 AND abs(b.at_us - o.at_us) >= 50000))
  WINDOW w AS (PARTITION BY p.session, p.part, p.asset ORDER BY p.created_us, b.at_us, b.id)
)
SELECT
  r.run AS run, -- The run.
  r.beacon AS beacon, -- The ping.
  r.session AS session, -- Its view session.
  r.part AS part, -- ad or content.
  r.asset AS asset, -- The asset.
  r.at_us AS at_us, -- When it was sent.
  r.created_us AS created_us, -- When it was made, by its own clock.
  r.ott AS ott, -- Whether the picture was on a television, as it says.
  -- A new segment, once the one before was counted, something else was viewed, or the whole creative's time passed.
  sum(coalesce(r.part = 'ad' AND r.segment_us > r.earlier_us AND (
      r.length_us > 0 AND r.segment_us - r.earlier_us >= r.length_us OR EXISTS (
        SELECT 1 FROM ping_row d
        WHERE d.session = r.session AND CASE d.kind
          WHEN 'duration' THEN d.asset IS r.asset AND d.segment_us = r.earlier_us
          WHEN 'view' THEN d.asset IS NOT r.asset AND d.created_us BETWEEN r.viewed_us AND r.created_us END)), 0))
    OVER (PARTITION BY r.session, r.part, r.asset ORDER BY r.created_us, r.at_us, r.beacon) AS play -- From 0: one creative may play more than once in a session.
FROM received r;

-- What the messages of OMID sessions say.

-- What a message of an OMID session says of the ad and its view.
CREATE VIEW omid_report AS SELECT
  e.run AS run, -- The run.
  e.beacon AS beacon, -- The message.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'duration') AS duration, -- The length of the media, in seconds.
  max(p.value) FILTER (WHERE p.subkey IN ('mediaPlayerVolume', 'videoPlayerVolume')) AS volume, -- The player's volume.
  max(p.value) FILTER (WHERE p.subkey IN ('skippable', 'isSkippable')) AS skippable, -- Whether the ad can be skipped.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'skipOffset') AS skip_offset, -- From which second on.
  max(p.value) FILTER (WHERE p.subkey IN ('autoPlay', 'isAutoPlay')) AS auto_play, -- Whether it began by itself.
  max(p.value) FILTER (WHERE p.subkey = 'position') AS position, -- Its place beside the content.
  max(p.value) FILTER (WHERE p.subkey = 'adView.percentageInView') AS percent, -- How much of it was in view.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'adView.geometry.width') AS width, -- The width of its view.
  max(CAST(p.value AS REAL)) FILTER (WHERE p.subkey = 'adView.geometry.height') AS height, -- The height of that.
  coalesce(max(p.subkey LIKE 'adView.reasons.%' AND p.value = 'notFound'), 0) AS is_lost, -- 1 where its view was not found.
  coalesce(max(p.subkey LIKE 'adView.reasons.%' AND p.value = 'obstructed'), 0) AS is_obstructed -- 1 where something lay over it.
FROM omid_event_row e LEFT JOIN parameter_row p ON p.beacon = e.beacon AND p.name = 'data'
GROUP BY e.run, e.beacon;

-- The beginning or the end of a pause or a stall that an OMID session reports, with what comes before it and behind it. What
-- else lies between the two does not matter; a quartile does.
CREATE VIEW omid_turn AS
WITH halt(kind, first, last) AS (VALUES ('pause', 'pause', 'resume'), ('buffering', 'bufferStart', 'bufferFinish')),
step AS (
  SELECT e.run AS run, h.kind AS kind, h.first AS first, h.last AS last, e.session AS session, e.event AS event,
    e.at_us AS at_us, e.beacon AS beacon, lag(e.event) OVER w AS before, lead(e.event) OVER w AS next,
    lead(e.at_us) OVER w AS next_us, lead(e.beacon) OVER w AS next_beacon
  FROM halt h JOIN omid_event e ON e.event IN (h.first, h.last) OR e.stage > 3
  -- A resume before anything played is the player's wiring, not the viewer.
  WHERE NOT (e.event = 'resume' AND NOT EXISTS (
    SELECT 1 FROM omid_event s WHERE s.session = e.session AND s.event = 'start' AND s.ordinal < e.ordinal))
  WINDOW w AS (PARTITION BY h.kind, e.session ORDER BY e.ordinal)
)
SELECT
  run, -- The run.
  session, -- The session.
  kind, -- pause or buffering.
  event, -- What was reported: pause, resume, bufferStart or bufferFinish.
  iif(event = first, last, first) AS other, -- What goes with it.
  event = first AS is_begin, -- 1 for a beginning.
  beacon, -- The message.
  at_us, -- When it happened.
  before, -- The event before it.
  next, -- The event behind it.
  next_us, -- When that happened.
  next_beacon -- The message of that.
FROM step WHERE event IN (first, last);

-- A message of an OMID script that a recorder cut off: on its host three kinds of messages are as long as the longest.
CREATE VIEW cut_message AS
WITH message AS MATERIALIZED (
  SELECT b.run AS run, b.id AS beacon, b.event AS event, b.host AS host, length(x.url) AS length,
    max(length(x.url)) OVER (PARTITION BY b.run, b.host) AS longest
  FROM beacon b JOIN exchange x ON x.id = b.exchange
  WHERE b.family = 'omid'
)
SELECT
  m.run AS run, -- The run.
  m.beacon AS beacon, -- The message.
  m.host AS host -- Its host.
FROM message m
WHERE m.length = m.longest AND (m.run, m.host) IN (
  SELECT run, host FROM message WHERE length = longest GROUP BY run, host HAVING count(DISTINCT event) >= 3);

-- What was judged.

-- What a person declares about the run, or the capture shows.
CREATE VIEW fact AS SELECT
  run, -- The run.
  key, -- Its name: privacy.ccpaApplies, nielsen.optedOut …
  value, -- true, false, a number or text.
  source -- file, log-header, capture or assumed: the highest in this order that gave it.
FROM fact_row AS f WHERE NOT EXISTS (
  SELECT 1 FROM fact_row g WHERE g.run = f.run AND g.key = f.key
    AND instr('file log-header capture assumed', g.source) < instr('file log-header capture assumed', f.source));

-- What the inputs themselves say about the run, whether or not a facts file overrules it.
CREATE VIEW fact_recorded AS SELECT
  run, -- The run.
  key, -- Its name.
  value, -- Its value.
  source -- log-header or capture.
FROM fact_row WHERE source IN ('log-header', 'capture');

-- Made when all exchanges are in, before they are read in time order: faster than keeping indexes while loading.
-- Running this twice is harmless.

CREATE INDEX IF NOT EXISTS exchange_at ON exchange_row (run, at_us);
CREATE INDEX IF NOT EXISTS exchange_host ON exchange_row (run, host, at_us);
CREATE INDEX IF NOT EXISTS flow_run ON flow_row (run, number);
CREATE INDEX IF NOT EXISTS call_at ON call_row (run, at_us);
CREATE INDEX IF NOT EXISTS call_source ON call_row (run, source, name, at_us);
CREATE INDEX IF NOT EXISTS blind_run ON blind_row (run);
CREATE INDEX IF NOT EXISTS diagnostic_run ON diagnostic_row (run, code);
CREATE INDEX IF NOT EXISTS exchange_server ON exchange_row (run, host, server) WHERE server IS NOT NULL;
CREATE INDEX IF NOT EXISTS exchange_plain ON exchange_row (run) WHERE scheme = 'http';
CREATE INDEX IF NOT EXISTS sighting_capture ON sighting_row (capture);

-- Made when a run is interpreted and again, harmlessly, when it is judged. Those of firings hold what nearly every rule
-- asks about them: a rule over a million firings then reads the index alone.

CREATE INDEX IF NOT EXISTS document_run ON document_row (run, kind);
CREATE INDEX IF NOT EXISTS document_exchange ON document_row (exchange);
CREATE INDEX IF NOT EXISTS document_link_child ON document_link_row (child);
CREATE INDEX IF NOT EXISTS document_link_parent ON document_link_row (parent);
CREATE INDEX IF NOT EXISTS ad_document ON ad_row (document);
CREATE INDEX IF NOT EXISTS ad_parent ON ad_row (parent);
CREATE INDEX IF NOT EXISTS tracker_document ON tracker_row (document, event);
CREATE INDEX IF NOT EXISTS tracker_ad ON tracker_row (ad);
CREATE INDEX IF NOT EXISTS resource_document ON resource_row (document, kind);
CREATE INDEX IF NOT EXISTS resource_ad ON resource_row (ad, kind);
CREATE INDEX IF NOT EXISTS resource_fetch ON resource_row (fetch);
CREATE INDEX IF NOT EXISTS redirect_exchange ON redirect_row (exchange);
CREATE INDEX IF NOT EXISTS ad_play_run ON ad_play_row (run, family);
CREATE INDEX IF NOT EXISTS ad_play_ad ON ad_play_row (ad);
CREATE INDEX IF NOT EXISTS obligation_play ON obligation_row (ad_play, event);
CREATE INDEX IF NOT EXISTS obligation_event ON obligation_row (run, event, ad_play, family);
CREATE INDEX IF NOT EXISTS beacon_run ON beacon_row (run, family, kind, at_us);
CREATE INDEX IF NOT EXISTS beacon_exchange ON beacon_row (exchange);
CREATE INDEX IF NOT EXISTS beacon_session ON beacon_row (session) WHERE session IS NOT NULL;
CREATE INDEX IF NOT EXISTS firing_play ON firing_row (ad_play, event, at_us, family, repeat, ambiguous, direct);
CREATE INDEX IF NOT EXISTS firing_event
  ON firing_row (run, event, ad_play, at_us, family, repeat, ambiguous, direct, delivered);
CREATE INDEX IF NOT EXISTS firing_tracker ON firing_row (tracker, ad_play);
CREATE INDEX IF NOT EXISTS firing_exchange ON firing_row (exchange);
CREATE INDEX IF NOT EXISTS firing_candidate_firing ON firing_candidate_row (firing);
CREATE INDEX IF NOT EXISTS firing_candidate_play ON firing_candidate_row (ad_play);
CREATE INDEX IF NOT EXISTS firing_candidate_tracker ON firing_candidate_row (tracker);
CREATE INDEX IF NOT EXISTS macro_firing ON macro_row (firing);
CREATE INDEX IF NOT EXISTS macro_state ON macro_row (run, state, name);
CREATE INDEX IF NOT EXISTS parameter_beacon ON parameter_row (beacon, name);
CREATE INDEX IF NOT EXISTS parameter_name ON parameter_row (run, name, subkey);
CREATE INDEX IF NOT EXISTS playback_play ON playback_row (ad_play, from_us);
CREATE INDEX IF NOT EXISTS session_run ON session_row (run, kind);
CREATE INDEX IF NOT EXISTS signal_session ON signal_row (session);
CREATE INDEX IF NOT EXISTS argument_call ON argument_row (call, name);
CREATE INDEX IF NOT EXISTS argument_name ON argument_row (run, name);
CREATE INDEX IF NOT EXISTS call_step_session ON call_step_row (session, api, at_us);
CREATE INDEX IF NOT EXISTS call_step_ad ON call_step_row (session, api) WHERE stream = 'a';
CREATE INDEX IF NOT EXISTS call_step_api ON call_step_row (run, api, at_us);
CREATE INDEX IF NOT EXISTS session_parent ON session_row (parent);
CREATE INDEX IF NOT EXISTS ping_session ON ping_row (session, created_us);
CREATE INDEX IF NOT EXISTS omid_event_session ON omid_event_row (session, event, place);
CREATE INDEX IF NOT EXISTS omid_event_run ON omid_event_row (run, event, at_us);
CREATE INDEX IF NOT EXISTS ad_play_impression ON ad_play_row (run, impression_us);
CREATE INDEX IF NOT EXISTS finding_run ON finding_row (run, rule);
CREATE INDEX IF NOT EXISTS evidence_finding ON evidence_row (finding, ordinal);
CREATE INDEX IF NOT EXISTS verdict_run ON verdict_row (run, rule);
CREATE INDEX IF NOT EXISTS tracker_url ON tracker_row (run, url, document, ad, event, family);
CREATE INDEX IF NOT EXISTS ping_stream ON ping_row (run, stream, created_us);
