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
  alteration TEXT
) STRICT;

CREATE TABLE firing_candidate_row (
  run INTEGER NOT NULL,
  firing INTEGER NOT NULL,
  tracker INTEGER NOT NULL,
  ad_play INTEGER,
  score INTEGER NOT NULL
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
  ad INTEGER
) STRICT;

CREATE TABLE stitched_place_row (
  run INTEGER NOT NULL,
  ad INTEGER NOT NULL,
  stream INTEGER NOT NULL,
  media_from_us INTEGER NOT NULL,
  media_to_us INTEGER NOT NULL
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
  partial INTEGER NOT NULL
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
  status, -- Final status; NULL when no response was seen.
  ending, -- answered, failed or unseen.
  response_us, -- Start of the response, where the capture says.
  end_us, -- End of the response, where the capture says.
  protocol, -- http/1.1, h2 or h3; NULL when the capture does not say.
  flow, -- Number of the flow inside its capture; 0 when it has none.
  stream, -- HTTP/2 or HTTP/3 stream.
  client, -- Address and port of the client.
  server, -- Address and port of the server.
  request_bytes, -- Decoded size of the request body.
  response_bytes, -- Decoded size of the response body.
  request_body_state, -- empty, kept, cut, media or missing.
  response_body_state, -- empty, kept, cut, media or missing; missing too when no response was seen.
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
  offer -- 1 when it stands among the members of a JSON body, as in an auction's answer.
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
  verification -- Which of the ad's verifications it belongs to, from 1; NULL for any other tracker.
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
  verification -- Which of the ad's verifications it belongs to, from 1; the key it shares with their trackers.
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
  licence -- What permits the play: document, omid-session or replay.
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
  offset_us -- For progress: when it is due.
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
  alteration -- What keeps it from being the declared request: query-removed, redacted, cut, encoded-twice, ampersand-entity, key-case, spaces-removed, decoded, quoted or head; NULL for what was sent as declared.
FROM firing_row;

-- What attribution considered for a firing and did not choose.
CREATE VIEW firing_candidate AS SELECT
  run, -- The run.
  firing, -- The firing.
  tracker, -- The tracker considered.
  ad_play, -- The ad play considered.
  score -- Its score; higher is closer.
FROM firing_candidate_row;

-- What became of one macro of a tracker in the URL that was sent.
CREATE VIEW macro AS SELECT
  run, -- The run.
  firing, -- The firing.
  name, -- The macro, without brackets.
  known, -- 1 when it is in the VAST macro list.
  state, -- expanded, unexpanded or declined.
  value -- What was sent in its place.
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
  is_grown -- 1 when it lists segments that no earlier playlist of the stream did.
FROM playlist_reading_row;

-- A request for a segment of a stream, content's or an ad's.
CREATE VIEW segment_fetch AS SELECT
  run, -- The run.
  exchange, -- The request.
  stream, -- The stream, as in playlist_reading.
  media_us, -- Where it begins in the stream's media; NULL where no playlist in sight lists it.
  duration_us, -- How long it is.
  program_us, -- The date of its media; NULL where the playlist has none.
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
  parent -- The session it belongs to.
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
  late -- 1 when sent more than 5 s after it was made.
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
  partial -- 1 when the log is known to leave out some calls.
FROM call_step_row;

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
  late -- 1 when it was sent more than a second after it happened.
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
  ) AS forwarded_for -- For which address it was sent; NULL where it has no X-Forwarded-For.
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
  reason -- For people: why nothing was seen.
FROM blind_row
UNION ALL SELECT NULL, run, id, NULL, first_us - 1, NULL, NULL, 0,
  CASE format WHEN 'calls' THEN 'calls' ELSE 'both' END, NULL, 'the capture had not started'
FROM capture_row
WHERE first_us IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM fact_row f WHERE f.run = capture_row.run AND f.key = 'capture.complete' AND f.value = 'true')
UNION ALL SELECT NULL, run, id, last_us + 1, NULL, NULL, NULL, 0,
  CASE format WHEN 'calls' THEN 'calls' ELSE 'both' END, NULL, 'the capture was over'
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
WITH known(run, host) AS (
  SELECT run, host FROM tracker WHERE host <> '' UNION
  SELECT run, host FROM beacon b WHERE host <> '' AND NOT EXISTS (SELECT 1 FROM signal g WHERE g.beacon = b.id)
), asked(run, exchange, host, at_us, why) AS (
  SELECT x.run, x.id, x.host, x.at_us, CASE
    WHEN EXISTS (SELECT 1 FROM known k WHERE k.run = x.run AND k.host = x.host) THEN 'host'
    WHEN x.host GLOB '*.imrworldwide.com' OR x.host GLOB '*.scorecardresearch.com' OR x.host GLOB '*.moatads.com'
      OR x.host GLOB '*.doubleverify.com' OR x.host GLOB '*.adsafeprotected.com' THEN 'measurement'
    WHEN (x.host NOT GLOB '*[a-z]*' OR x.host GLOB '[[]*') AND x.server IN (
      SELECT o.server FROM host_server o JOIN known k ON k.run = o.run AND k.host = o.host) THEN 'address'
    END
  FROM exchange x WHERE x.method NOT IN ('OPTIONS', 'HEAD', 'CONNECT')
)
SELECT
  a.run AS run, -- The run.
  a.exchange AS exchange, -- The request.
  a.host AS host, -- The host asked; empty where none was named.
  a.at_us AS at_us, -- When it was sent.
  a.why AS why -- host, measurement, or address (no name was given).
FROM asked a
WHERE a.why IS NOT NULL
  -- What a family file lists and no rule of the run judges is as unjudged as what nobody knows.
  AND NOT EXISTS (
    SELECT 1 FROM beacon b
    WHERE b.exchange = a.exchange AND (
      NOT EXISTS (SELECT 1 FROM signal g WHERE g.beacon = b.id)
      OR EXISTS (SELECT 1 FROM family v WHERE v.run = b.run AND v.family = b.family)))
  AND NOT EXISTS (SELECT 1 FROM document d WHERE d.exchange = a.exchange)
  AND NOT EXISTS (SELECT 1 FROM resource r WHERE r.fetch = a.exchange);

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

-- An image that a page requested by a tracker's URL without macros. Where the page asks for it again, a browser may answer
-- from memory, and nothing is sent.
CREATE VIEW page_image AS SELECT
  t.run AS run, -- The run.
  t.family AS family, -- The family of the tracker.
  t.url AS url, -- The tracker's URL.
  f.at_us AS at_us -- When it was requested.
FROM tracker_row t JOIN firing_row f ON f.tracker = t.id JOIN exchange_row x ON x.id = f.exchange
WHERE instr(t.url, '[') = 0 AND instr(t.url, '%5B') = 0 AND instr(t.url, '%%') = 0
  AND instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-dest: image') > 0;

-- How far the clock of the call logs is behind the one that pings carry: each offset that explains most pings by the calls
-- they follow. No row where too little agrees to say; several where more than one explains as much.
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
  WHERE p.kind IN ('view', 'duration') AND p.repeat_class = 'first' AND p.created_us IS NOT NULL
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

-- The ad plays that an OMID session may have measured: their impressions are at most three seconds apart.
CREATE VIEW omid_play AS SELECT
  s.run AS run, -- The run.
  s.id AS session, -- The OMID session.
  p.id AS ad_play, -- The ad play.
  row_number() OVER (PARTITION BY s.id ORDER BY abs(p.impression_us - e.at_us), p.id) AS rank -- 1 for the nearest.
FROM session_row s
JOIN omid_event_row e ON e.session = s.id AND e.event = 'impression' AND e.nth = 1
JOIN ad_play_row p ON p.run = s.run AND p.impression_us BETWEEN e.at_us - 3000000 AND e.at_us + 3000000
WHERE s.kind = 'omid' AND p.family = 'vast'
  -- The session of a banner beside the video is not the video's.
  AND NOT EXISTS (
    SELECT 1 FROM omid_event_row o JOIN parameter k ON k.beacon = o.beacon
    WHERE o.session = s.id AND k.name = 'data' AND k.subkey IN ('mediaType', 'creativeType')
      AND k.value IN ('display', 'htmlDisplay', 'nativeDisplay'));

-- A page that was opened in a window or tab, in the place of what was there.
CREATE VIEW page_load AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.host AS host, -- Its host.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-mode: navigate') > 0
  AND instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-dest: iframe') = 0
  AND instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-dest: frame') = 0;

-- A request that a page made by itself: whoever was before it opened nothing.
CREATE VIEW page_fetch AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-mode: ') > 0
  AND instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-mode: navigate') = 0;

-- A request that was answered with video or audio.
CREATE VIEW media_fetch AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.host AS host, -- Its host.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE (instr(lower(CAST(x.response_headers AS TEXT)), 'content-type: video/') > 0
    OR instr(lower(CAST(x.response_headers AS TEXT)), 'content-type: audio/') > 0)
  AND instr(lower(CAST(x.response_headers AS TEXT)), 'mpegurl') = 0;

-- A request of a web page, as its headers show.
CREATE VIEW web_request AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE instr(lower(CAST(x.request_headers AS TEXT)), 'sec-fetch-mode:') > 0
  OR instr(lower(CAST(x.request_headers AS TEXT)), 'mozilla/') > 0
    AND instr(lower(CAST(x.request_headers AS TEXT)), 'referer: http') > 0;

-- A request that a server sent for a device: its headers say for which.
CREATE VIEW server_request AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.at_us AS at_us, -- When it was sent.
  instr(lower(CAST(x.request_headers AS TEXT)), 'x-device-ip:') > 0 AS has_address, -- 1 with X-Device-IP.
  instr(lower(CAST(x.request_headers AS TEXT)), 'x-device-user-agent:') > 0 AS has_agent -- 1 with X-Device-User-Agent.
FROM exchange_row x
WHERE instr(lower(CAST(x.request_headers AS TEXT)), 'x-device-ip:') > 0
  OR instr(lower(CAST(x.request_headers AS TEXT)), 'x-device-user-agent:') > 0;

-- A redirect that was followed within a minute, with the first request for where it leads.
CREATE VIEW redirect AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request that was redirected.
  z.id AS target, -- The request for where it leads.
  z.at_us AS at_us -- When that was sent.
FROM exchange_row x
JOIN exchange_row z ON z.run = x.run AND z.id <> x.id AND z.at_us BETWEEN x.at_us AND x.at_us + 60000000
  AND (instr(CAST(x.response_headers AS TEXT), z.scheme || '://' || z.authority || z.target) > 0
    OR z.host = x.host AND length(z.target) > 1 AND instr(CAST(x.response_headers AS TEXT), z.target) > 0)
WHERE x.status BETWEEN 300 AND 399 AND NOT EXISTS (
  SELECT 1 FROM exchange_row o
  WHERE o.run = x.run AND o.host = z.host AND o.target = z.target AND o.at_us >= x.at_us AND o.at_us < z.at_us);

-- A request for about:blank, which documents name where there is nothing to be requested.
CREATE VIEW placeholder_request AS SELECT
  x.run AS run, -- The run.
  x.id AS exchange, -- The request.
  x.host AS host, -- Its host: that of the document, or about.
  x.at_us AS at_us -- When it was sent.
FROM exchange_row x
WHERE (x.target LIKE '%about:blank' OR x.target LIKE '%about%3ablank') AND x.method <> 'OPTIONS';

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
CREATE INDEX IF NOT EXISTS ad_play_run ON ad_play_row (run, family);
CREATE INDEX IF NOT EXISTS ad_play_ad ON ad_play_row (ad);
CREATE INDEX IF NOT EXISTS obligation_play ON obligation_row (ad_play, event);
CREATE INDEX IF NOT EXISTS obligation_event ON obligation_row (run, event, ad_play, family);
CREATE INDEX IF NOT EXISTS beacon_run ON beacon_row (run, family, kind, at_us);
CREATE INDEX IF NOT EXISTS beacon_exchange ON beacon_row (exchange);
CREATE INDEX IF NOT EXISTS beacon_session ON beacon_row (session);
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
