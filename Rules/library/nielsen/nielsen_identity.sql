-- From whom a request to Nielsen says that it is: the app, its start, the device, the person. What is blank is NULL.
CREATE TABLE nielsen_identity (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  kind TEXT NOT NULL, -- config, session, dcr, dtvr, emm …, as in beacon.
  at_us INTEGER NOT NULL, -- When it was sent.
  created_us INTEGER, -- When it was made, on the device's clock.
  late INTEGER NOT NULL, -- 1 when it was sent more than 5 s after it was made.
  app TEXT, -- The app id as spelt; empty where it is blank, NULL where the request has none.
  launch TEXT, -- The app session.
  device TEXT, -- The vendor's id.
  uoo TEXT, -- What it says of an opt-out, as sent; NULL without the parameter.
  is_out INTEGER NOT NULL, -- 1 when that is true.
  fp_id TEXT, -- The first-party id.
  fp_created TEXT, -- When that was made, in Unix seconds.
  fp_used TEXT, -- When it was used last, in Unix seconds.
  KEY (beacon),
  INDEX (kind, at_us)
) AS
SELECT
  b.id AS beacon, b.kind AS kind, b.at_us AS at_us, p.created_us AS created_us, coalesce(p.late, 0) AS late,
  max(q.value) FILTER (WHERE iif(b.kind = 'config', q.name = 'apid', q.subkey = 'asid')) AS app,
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'sessionId') AS launch,
  max(nullif(q.value, '')) FILTER (WHERE q.name = 've_id') AS device,
  max(q.value) FILTER (WHERE q.name = 'uoo') AS uoo,
  coalesce(max(lower(q.value) = 'true') FILTER (WHERE q.name = 'uoo'), 0) AS is_out,
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_id') AS fp_id,
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_cr_tm') AS fp_created,
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_acc_tm') AS fp_used
FROM beacon b LEFT JOIN ping p ON p.beacon = b.id
LEFT JOIN parameter q ON q.beacon = b.id AND (q.name = 'c13' AND q.subkey = 'asid'
    OR q.name IN ('apid', 'sessionId', 've_id', 'uoo', 'fp_id', 'fp_cr_tm', 'fp_acc_tm'))
WHERE b.run = :run AND b.family = 'nielsen'
GROUP BY b.id
