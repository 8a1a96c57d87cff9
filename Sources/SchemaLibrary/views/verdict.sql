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
