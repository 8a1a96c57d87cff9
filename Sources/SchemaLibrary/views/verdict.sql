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
  sources -- Where it comes from, one per line.
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
  needs -- What would decide it.
FROM verdict_row;

-- How many subjects each rule passed, failed, or could not decide.
CREATE VIEW rule_summary AS SELECT
  run, -- The run.
  rule, -- The rule.
  pass, -- Subjects that passed.
  fail, -- Subjects that failed.
  inconclusive, -- Subjects that could not be decided.
  not_applicable -- Subjects it does not judge.
FROM rule_summary_row;

-- The roll-up of a family's rules.
CREATE VIEW family AS SELECT
  run, -- The run.
  family, -- The family.
  verdict -- pass, fail or inconclusive.
FROM family_row;

-- Whether a profile's demands are met.
CREATE VIEW certificate AS SELECT
  run, -- The run.
  profile, -- The profile.
  dated, -- Its date.
  verdict, -- pass, fail or inconclusive.
  reasons -- One line per missing or broken thing.
FROM certificate_row;
