-- A request to Nielsen: what it counts, and from whom it says that it is. What is blank of the latter is NULL.
CREATE TABLE nielsen_request (
  subject_id INTEGER NOT NULL REFERENCES beacon, -- The request.
  from_us INTEGER NOT NULL, -- When it was sent.
  to_us INTEGER NOT NULL, -- The same time: it takes none.
  at_us INTEGER NOT NULL, -- When it was sent.
  kind TEXT NOT NULL, -- config, session, dcr, dtvr, emm …, as in beacon.
  counts TEXT, -- view or duration, as the kind in ping.
  session INTEGER REFERENCES session, -- The view session.
  instance INTEGER REFERENCES session, -- The instance of the SDK that this belongs to.
  part TEXT, -- ad or content.
  asset TEXT, -- The asset.
  created_us INTEGER, -- When it was made, on the device's clock.
  sent_us INTEGER, -- When it was sent, on the device's clock.
  segment_us INTEGER, -- When the asset began, on the device's clock.
  viewed_us INTEGER, -- What was viewed of the asset so far.
  repeat_class TEXT, -- As in ping.
  late INTEGER NOT NULL, -- 1 when it was sent more than 5 s after it was made.
  length TEXT, -- The length of the asset, as sent.
  app TEXT, -- The app id as spelt; empty where it is blank, NULL where the request has none.
  client TEXT, -- The client id.
  launch TEXT, -- The app session.
  device TEXT, -- The vendor's id.
  uoo TEXT, -- What it says of an opt-out, as sent; NULL without the parameter.
  is_out INTEGER NOT NULL, -- 1 when that is true.
  fp_id TEXT, -- The first-party id.
  fp_created TEXT, -- When that was made, in Unix seconds.
  fp_used TEXT, -- When it was used last, in Unix seconds.
  live TEXT, -- Whether the asset is live, in small letters: true or false.
  interval_us INTEGER NOT NULL, -- The interval of duration pings: of its app's configuration, else of the settings.
  pause_us INTEGER NOT NULL, -- The longest pause in a view session, by the same.
  KEY (subject_id),
  INDEX (kind, at_us),
  INDEX (instance, created_us)
) AS
WITH
configured AS MATERIALIZED (
  SELECT
    upper(a.value) AS app, max(CAST(i.value AS INTEGER)) FILTER (WHERE i.subkey = 'interval_us') AS interval_us,
    max(CAST(i.value AS INTEGER) * 1000000) FILTER (WHERE i.subkey = 'nol_pauseTimeout' AND CAST(i.value AS INTEGER) > 0)
    AS pause_us
  FROM beacon c JOIN parameter a ON a.beacon = c.id AND a.name = 'apid'
  JOIN parameter i ON i.beacon = c.id AND i.name = 'response'
  WHERE c.run = :run AND c.family = 'nielsen' AND c.kind = 'config'
  GROUP BY upper(a.value)
),
named AS (
  SELECT
    b.id AS subject_id, b.at_us AS from_us, b.at_us AS to_us, b.at_us, b.kind, p.kind AS counts, p.session, p.instance,
    p.part, p.asset, p.created_us, p.sent_us, p.segment_us, p.viewed_us, p.repeat_class, coalesce(p.late, 0) AS late,
    max(q.value) FILTER (WHERE q.name = iif(b.kind = 'config', 'apid', 'c13')) AS app,
    max(q.value) FILTER (WHERE q.name = 'uoo') AS uoo,
    coalesce(max(lower(q.value) = 'true') FILTER (WHERE q.name = 'uoo'), 0) AS is_out,
    max(nullif(q.value, '')) FILTER (WHERE q.name = 'sd') AS length,
    max(nullif(q.value, '')) FILTER (WHERE q.name = 'ci') AS client,
    max(nullif(q.value, '')) FILTER (WHERE q.name = 'sessionId') AS launch,
    max(nullif(q.value, '')) FILTER (WHERE q.name = 've_id') AS device,
    max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_id') AS fp_id,
    max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_cr_tm') AS fp_created,
    max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_acc_tm') AS fp_used,
    max(lower(q.value)) FILTER (WHERE q.name = 'c58') AS live
  FROM beacon b LEFT JOIN ping p ON p.beacon = b.id
  LEFT JOIN parameter q ON q.beacon = b.id AND (
      -- A hash in the place of name and value.
      q.name = 'c13' AND (q.subkey = 'asid' OR length(q.value) >= 16 AND q.value NOT GLOB '*[^0-9A-Fa-f]*')
      OR q.name = 'c58' AND q.subkey = 'isLive'
      OR q.name IN ('apid', 'uoo', 'sd', 'ci', 'sessionId', 've_id', 'fp_id', 'fp_cr_tm', 'fp_acc_tm'))
  WHERE b.run = :run AND b.family = 'nielsen'
  GROUP BY b.id
)
SELECT
  n.*, coalesce(c.interval_us, $us(nielsen.intervalSeconds)) AS interval_us,
  coalesce(c.pause_us, $us(nielsen.pauseTimeoutSeconds)) AS pause_us
FROM named n LEFT JOIN configured c ON c.app = upper(n.app)
