-- What was read. Each view begins with its meaning; each column has its own after it (docs/schema.md is made from this).

-- One certification: the inputs that were judged together.
CREATE VIEW run AS SELECT
  id, -- The run's number in this file.
  name, -- What it is called: the first input's file name.
  tool_version, -- Version of beaconproof that wrote it.
  rules_version, -- Version of the rule pack that judged it; NULL before an audit.
  rules_sha256, -- SHA-256 of the rules that judged it.
  verdict, -- pass, fail or inconclusive; NULL before an audit.
  recipe_sha256 -- SHA-256 over all that the outcome rests on, inputs to limits; NULL unless a batch audit wrote the run.
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
  end_known, -- 1 when it is known that recording ran on past the last thing seen.
  frames, -- Captured packets; 0 for formats without packets.
  side -- Where it was recorded: client, receiver (a log of the servers that were asked) or sender (a log of a server that asks).
FROM capture_row;

-- The stretch of time a capture can speak about.
CREATE VIEW capture_span AS SELECT
  run, -- The run.
  id AS capture, -- The capture.
  first_us AS from_us, -- Begin: what happened earlier was not recorded.
  CASE WHEN end_known THEN NULL ELSE last_us END AS to_us -- End; NULL when recording is known to have run on.
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

-- The addresses each host was seen to be served from.
CREATE VIEW host_server AS SELECT DISTINCT
  run, -- The run.
  host, -- The host.
  server -- Address and port.
FROM exchange_row WHERE server IS NOT NULL AND host <> '';

-- One SDK or player call or event from a log.
CREATE VIEW call AS SELECT
  id, -- The call's number in this file.
  run, -- Its run.
  capture, -- The log it stands in.
  at_us, -- When it was made, on the run's clock.
  mono_us, -- The same on the device's monotonic clock; NULL where the log has none.
  kind, -- call, event or sdk (what an SDK's delegate was told).
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
  CASE format WHEN 'calls' THEN 'calls' ELSE 'both' END, NULL, 'the time before the capture began'
FROM capture_row
WHERE first_us IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM fact_row f WHERE f.run = capture_row.run AND f.key = 'capture.complete' AND f.value = 'true')
UNION ALL SELECT NULL, run, id, last_us + 1, NULL, NULL, NULL, 0,
  CASE format WHEN 'calls' THEN 'calls' ELSE 'both' END, NULL, 'the time after the capture ended'
FROM capture_row
WHERE last_us IS NOT NULL AND end_known = 0 AND NOT EXISTS (
  SELECT 1 FROM fact_row f WHERE f.run = capture_row.run AND f.key = 'capture.complete' AND f.value = 'true');

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
