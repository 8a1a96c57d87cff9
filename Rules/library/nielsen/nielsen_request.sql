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
SELECT n.beacon AS subject_id, n.at_us AS from_us, n.at_us AS to_us, n.at_us, n.kind, n.counts, n.session, n.instance,
  n.part, n.asset, n.created_us, n.sent_us, n.segment_us, n.viewed_us, n.repeat_class, n.late, n.app, n.uoo, n.is_out,
  n.length, n.live, n.client, n.launch, n.device, n.fp_id, n.fp_created, n.fp_used,
  coalesce(c.interval_us, $us(nielsen.intervalSeconds)) AS interval_us,
  coalesce(c.pause_us, $us(nielsen.pauseTimeoutSeconds)) AS pause_us
FROM nielsen_signal n LEFT JOIN (
  SELECT upper(c.app) AS app, max(CAST(i.value AS INTEGER)) FILTER (WHERE i.subkey = 'interval_us') AS interval_us,
    max(CAST(i.value AS INTEGER) * 1000000)
    FILTER (WHERE i.subkey = 'nol_pauseTimeout' AND CAST(i.value AS INTEGER) > 0) AS pause_us
  FROM nielsen_signal c JOIN parameter i ON i.beacon = c.beacon AND i.name = 'response'
  WHERE c.run = :run AND c.kind = 'config' AND c.app IS NOT NULL GROUP BY upper(c.app)) c ON c.app = upper(n.app)
WHERE n.run = :run
