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
