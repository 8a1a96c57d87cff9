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
