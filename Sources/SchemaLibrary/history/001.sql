-- Step 1: the private tables. Users, rules and reports read the views (views/*.sql), never these.
-- Every table that belongs to a run carries `run`; times are microseconds since the Unix epoch.

CREATE TABLE run_row (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL,
  tool_version TEXT NOT NULL, rules_version TEXT, rules_sha256 TEXT, verdict TEXT, recipe_sha256 TEXT
) STRICT;

CREATE TABLE capture_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, path TEXT NOT NULL, format TEXT NOT NULL, sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL, source TEXT, first_us INTEGER, last_us INTEGER, end_known INTEGER NOT NULL DEFAULT 0,
  frames INTEGER NOT NULL DEFAULT 0, side TEXT NOT NULL DEFAULT 'client'
) STRICT;

CREATE TABLE clock_row (
  capture INTEGER PRIMARY KEY, offset_us INTEGER NOT NULL, uncertainty_us INTEGER NOT NULL, method TEXT NOT NULL,
  samples INTEGER NOT NULL
) STRICT;

CREATE TABLE flow_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, capture INTEGER NOT NULL, number INTEGER NOT NULL, transport TEXT NOT NULL,
  client TEXT, server TEXT, protocol TEXT, server_name TEXT, alpn TEXT, first_us INTEGER NOT NULL,
  last_us INTEGER NOT NULL, client_bytes INTEGER NOT NULL, server_bytes INTEGER NOT NULL, undecrypted TEXT
) STRICT;

CREATE TABLE exchange_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, at_us INTEGER NOT NULL,
  method TEXT NOT NULL, scheme TEXT NOT NULL, authority TEXT NOT NULL, host TEXT NOT NULL, target TEXT NOT NULL,
  status INTEGER, ending TEXT NOT NULL, response_us INTEGER, end_us INTEGER,
  protocol TEXT, flow INTEGER, stream INTEGER, client TEXT, server TEXT,
  request_bytes INTEGER, response_bytes INTEGER, request_body_state TEXT NOT NULL, response_body_state TEXT NOT NULL,
  request_headers BLOB, response_headers BLOB, request_body BLOB, response_body BLOB, notes TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE sighting_row (
  exchange INTEGER NOT NULL, capture INTEGER NOT NULL, locator_kind TEXT NOT NULL, locator TEXT NOT NULL,
  at_source_us INTEGER NOT NULL, PRIMARY KEY (exchange, capture, locator_kind, locator)
) STRICT, WITHOUT ROWID;

CREATE TABLE call_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, capture INTEGER NOT NULL, at_us INTEGER NOT NULL, mono_us INTEGER,
  kind TEXT NOT NULL, source TEXT NOT NULL, name TEXT NOT NULL, instance TEXT, payload TEXT, locator_kind TEXT NOT NULL, locator TEXT NOT NULL
) STRICT;

CREATE TABLE argument_row (
  run INTEGER NOT NULL, call INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, value TEXT NOT NULL
) STRICT;

CREATE TABLE call_step_row (
  call INTEGER PRIMARY KEY, run INTEGER NOT NULL, session INTEGER NOT NULL, api TEXT NOT NULL, at_us INTEGER NOT NULL,
  clock_us INTEGER NOT NULL, since_us INTEGER, before TEXT NOT NULL, after TEXT NOT NULL, broken_edge TEXT,
  edge_severity TEXT, asset TEXT, type TEXT, stream TEXT, position INTEGER, prior TEXT, gap_us INTEGER,
  moved INTEGER, loading INTEGER NOT NULL, excuse TEXT,
  partial INTEGER NOT NULL
) STRICT;

CREATE TABLE document_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, exchange INTEGER NOT NULL, kind TEXT NOT NULL, version TEXT,
  state TEXT NOT NULL, at_us INTEGER NOT NULL, ready_us INTEGER NOT NULL, ads INTEGER NOT NULL DEFAULT 0,
  label TEXT NOT NULL, detail TEXT
) STRICT;

CREATE TABLE document_link_row (
  run INTEGER NOT NULL, parent INTEGER NOT NULL, child INTEGER NOT NULL, via TEXT NOT NULL
) STRICT;

CREATE TABLE ad_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, document INTEGER NOT NULL, kind TEXT NOT NULL, position INTEGER NOT NULL,
  sequence INTEGER, ad_id TEXT, title TEXT, label TEXT NOT NULL, creative TEXT, duration_us INTEGER,
  skip_offset_us INTEGER, serving_id TEXT, universal_ad_id TEXT, expires_us INTEGER, parent INTEGER
) STRICT;

CREATE TABLE tracker_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, document INTEGER NOT NULL, ad INTEGER, family TEXT NOT NULL,
  event TEXT NOT NULL, url TEXT NOT NULL, host TEXT NOT NULL, element TEXT NOT NULL, offset_us INTEGER, line INTEGER
) STRICT;

CREATE TABLE resource_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, document INTEGER NOT NULL, ad INTEGER, kind TEXT NOT NULL,
  url TEXT NOT NULL, host TEXT NOT NULL, type TEXT, parameters TEXT, fetch INTEGER
) STRICT;

CREATE TABLE ad_play_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, ad INTEGER NOT NULL, document INTEGER NOT NULL, family TEXT NOT NULL,
  nth INTEGER NOT NULL, label TEXT NOT NULL, title TEXT, creative TEXT, duration_us INTEGER,
  from_us INTEGER NOT NULL, impression_us INTEGER, start_us INTEGER, end_us INTEGER, end_reason TEXT,
  licence TEXT NOT NULL
) STRICT;

CREATE TABLE obligation_row (
  run INTEGER NOT NULL, ad_play INTEGER NOT NULL, tracker INTEGER NOT NULL, family TEXT NOT NULL, event TEXT NOT NULL,
  document INTEGER NOT NULL, level INTEGER NOT NULL, twin INTEGER NOT NULL, offset_us INTEGER
) STRICT;

CREATE TABLE beacon_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, exchange INTEGER, call INTEGER, family TEXT NOT NULL, kind TEXT NOT NULL,
  event TEXT NOT NULL, at_us INTEGER NOT NULL, host TEXT NOT NULL, session INTEGER
) STRICT;

CREATE TABLE firing_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, beacon INTEGER NOT NULL, exchange INTEGER, call INTEGER,
  tracker INTEGER NOT NULL, ad_play INTEGER, family TEXT NOT NULL, event TEXT NOT NULL, at_us INTEGER NOT NULL,
  played_us INTEGER, stalled_us INTEGER, repeat INTEGER NOT NULL, prior INTEGER, gap_us INTEGER,
  answered INTEGER NOT NULL, delivered INTEGER NOT NULL, ambiguous INTEGER NOT NULL, direct INTEGER NOT NULL
) STRICT;

CREATE TABLE firing_candidate_row (
  run INTEGER NOT NULL, firing INTEGER NOT NULL, tracker INTEGER NOT NULL, ad_play INTEGER, score INTEGER NOT NULL
) STRICT;

CREATE TABLE macro_row (
  run INTEGER NOT NULL, firing INTEGER NOT NULL, name TEXT NOT NULL, known INTEGER NOT NULL, state TEXT NOT NULL, value TEXT
) STRICT;

CREATE TABLE parameter_row (
  run INTEGER NOT NULL, beacon INTEGER NOT NULL, name TEXT NOT NULL, subkey TEXT, ordinal INTEGER NOT NULL,
  raw TEXT NOT NULL, value TEXT NOT NULL, encoded_twice INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE playback_row (
  run INTEGER NOT NULL, ad_play INTEGER NOT NULL, from_us INTEGER NOT NULL, to_us INTEGER, state TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT;

CREATE TABLE session_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, kind TEXT NOT NULL, family TEXT NOT NULL, identifier TEXT NOT NULL,
  label TEXT NOT NULL, from_us INTEGER NOT NULL, to_us INTEGER, parent INTEGER
) STRICT;

CREATE TABLE ping_row (
  beacon INTEGER PRIMARY KEY, run INTEGER NOT NULL, session INTEGER, kind TEXT NOT NULL, stream TEXT, asset TEXT,
  created_us INTEGER, sent_us INTEGER, segment_us INTEGER, viewed_us INTEGER, repeat INTEGER NOT NULL, late INTEGER NOT NULL
) STRICT;

CREATE TABLE omid_event_row (
  beacon INTEGER PRIMARY KEY, run INTEGER NOT NULL, session INTEGER NOT NULL, event TEXT NOT NULL, stamped_us INTEGER,
  at_us INTEGER NOT NULL, nth INTEGER NOT NULL, place INTEGER NOT NULL, in_view INTEGER, playing INTEGER NOT NULL,
  viewable_us INTEGER NOT NULL, late INTEGER NOT NULL
) STRICT;

-- The columns of the key come first: before SQLite 3.41, integrity_check takes other orders for damage.
CREATE TABLE fact_row (
  run INTEGER NOT NULL, key TEXT NOT NULL, source TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (run, key, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting_row (
  run INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, unit TEXT NOT NULL, source TEXT NOT NULL,
  PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE blind_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, capture INTEGER, from_us INTEGER, to_us INTEGER, host TEXT,
  server TEXT, many_hosts INTEGER NOT NULL, hides TEXT NOT NULL, diagnostic INTEGER, reason TEXT NOT NULL
) STRICT;

CREATE TABLE diagnostic_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, capture INTEGER, stage TEXT NOT NULL, code TEXT NOT NULL,
  severity TEXT NOT NULL, locator_kind TEXT, locator TEXT, at_us INTEGER, subject TEXT, detail TEXT NOT NULL,
  units INTEGER NOT NULL
) STRICT;

CREATE TABLE ledger_row (
  capture INTEGER NOT NULL, stage TEXT NOT NULL, unit TEXT NOT NULL, input INTEGER NOT NULL, output INTEGER NOT NULL,
  diagnosed INTEGER NOT NULL
) STRICT;

CREATE TABLE rule_row (
  run INTEGER NOT NULL, id TEXT NOT NULL, family TEXT NOT NULL, severity TEXT NOT NULL, title TEXT NOT NULL,
  fix TEXT NOT NULL, why TEXT NOT NULL, sources TEXT NOT NULL, PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE finding_row (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, rule TEXT NOT NULL, severity TEXT NOT NULL, family TEXT NOT NULL,
  subject_kind TEXT NOT NULL, subject INTEGER NOT NULL, subject_label TEXT NOT NULL, item TEXT NOT NULL,
  message TEXT NOT NULL, expected TEXT NOT NULL, observed TEXT NOT NULL, at_us INTEGER, fingerprint TEXT NOT NULL,
  assumed TEXT, waived TEXT, waived_by TEXT, waived_until TEXT
) STRICT;

CREATE TABLE evidence_row (
  finding INTEGER NOT NULL, ordinal INTEGER NOT NULL, role TEXT NOT NULL, source TEXT NOT NULL, source_id INTEGER,
  exchange INTEGER, call INTEGER, tracker INTEGER, at_us INTEGER
) STRICT;

CREATE TABLE verdict_row (
  run INTEGER NOT NULL, rule TEXT NOT NULL, subject_kind TEXT NOT NULL, subject INTEGER NOT NULL, subject_label TEXT NOT NULL,
  verdict TEXT NOT NULL, reason TEXT, needs TEXT
) STRICT;

CREATE TABLE rule_summary_row (
  run INTEGER NOT NULL, rule TEXT NOT NULL, pass INTEGER NOT NULL, fail INTEGER NOT NULL, inconclusive INTEGER NOT NULL,
  not_applicable INTEGER NOT NULL, PRIMARY KEY (run, rule)
) STRICT, WITHOUT ROWID;

CREATE TABLE family_row (
  run INTEGER NOT NULL, family TEXT NOT NULL, verdict TEXT NOT NULL, PRIMARY KEY (run, family)
) STRICT, WITHOUT ROWID;

CREATE TABLE certificate_row (
  run INTEGER NOT NULL, profile TEXT NOT NULL, dated TEXT NOT NULL, verdict TEXT NOT NULL, reasons TEXT NOT NULL,
  PRIMARY KEY (run, profile)
) STRICT, WITHOUT ROWID;
