-- What pings say, each for itself and beside the others of its view session.

-- What a request to Nielsen says of itself, of its asset and of its sender. What is blank of the latter two is NULL.
CREATE VIEW nielsen_signal AS
SELECT
  b.run AS run, -- The run.
  b.id AS beacon, -- The request.
  b.at_us AS at_us, -- When it was sent.
  b.kind AS kind, -- config, session, dcr, dtvr, emm …, as in beacon.
  p.kind AS counts, -- view or duration, as the kind in ping.
  p.session AS session, -- The view session.
  p.instance AS instance, -- The instance of the SDK that this belongs to.
  p.part AS part, -- ad or content.
  p.asset AS asset, -- The asset.
  p.created_us AS created_us, -- When it was made, on the device's clock.
  p.sent_us AS sent_us, -- When it was sent, on the device's clock.
  p.segment_us AS segment_us, -- When the asset began, on the device's clock.
  p.viewed_us AS viewed_us, -- What was viewed of the asset so far.
  p.repeat_class AS repeat_class, -- As in ping.
  coalesce(p.late, 0) AS late, -- 1 when it was sent more than 5 s after it was made.
  max(q.value) FILTER (WHERE q.name = iif(b.kind = 'config', 'apid', 'c13')) AS app, -- The app id as spelt; empty where it is blank, NULL where the request has none.
  max(q.value) FILTER (WHERE q.name = 'uoo') AS uoo, -- What it says of an opt-out, as sent; NULL without the parameter.
  coalesce(max(lower(q.value) = 'true') FILTER (WHERE q.name = 'uoo'), 0) AS is_out, -- 1 when that is true.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'sd') AS length, -- The length of the asset, as sent.
  max(lower(q.value)) FILTER (WHERE q.name = 'c58') AS live, -- Whether the asset is live, in small letters: true or false.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'ci') AS client, -- The client id.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'sessionId') AS launch, -- The app session.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 've_id') AS device, -- The vendor's id.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_id') AS fp_id, -- The first-party id.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_cr_tm') AS fp_created, -- When that was made, in Unix seconds.
  max(nullif(q.value, '')) FILTER (WHERE q.name = 'fp_acc_tm') AS fp_used -- When it was used last, in Unix seconds.
FROM beacon_row b LEFT JOIN ping p ON p.beacon = b.id
LEFT JOIN parameter_row q ON q.beacon = b.id AND (
    -- A hash in the place of name and value.
    q.name = 'c13' AND (q.subkey = 'asid' OR length(q.value) >= 16 AND q.value NOT GLOB '*[^0-9A-Fa-f]*')
    OR q.name = 'c58' AND q.subkey = 'isLive'
    OR q.name IN ('apid', 'uoo', 'sd', 'ci', 'sessionId', 've_id', 'fp_id', 'fp_cr_tm', 'fp_acc_tm'))
WHERE b.family = 'nielsen'
GROUP BY b.run, b.kind, b.id;

-- A view ping that was sent, whoever saw it twice, with the watching of its asset in the view session.
CREATE VIEW view_ping AS
WITH received AS (
  SELECT p.run AS run, p.beacon AS beacon, p.session AS session, p.part AS part, p.asset AS asset, b.at_us AS at_us,
    p.created_us AS created_us, p.segment_us AS segment_us, o.value AS ott, CAST((
      SELECT max(l.value) FROM parameter l WHERE l.beacon = p.beacon AND l.name = 'sd') AS INTEGER) * 1000000 AS length_us,
    lag(p.segment_us) OVER w AS earlier_us, lag(p.created_us) OVER w AS viewed_us
  FROM ping p JOIN beacon b ON b.id = p.beacon
  LEFT JOIN parameter o ON o.beacon = b.id AND o.name = 'c71' AND o.subkey = 'ottflg'
  WHERE p.kind = 'view' AND p.session IS NOT NULL
    -- What the browser answered from its cache was not sent.
    AND NOT EXISTS (
      SELECT 1 FROM exchange q WHERE q.id = b.exchange AND instr(' ' || q.notes || ' ', ' from-cache ') > 0)
    AND (p.repeat_class NOT IN ('preflight', 'redirect-hop', 'seen-twice', 'retry')
      -- The same request again in one capture, though the first was received, was sent twice. At the same instant it is the
      -- first, seen at a second point on its way.
      OR p.repeat_class = 'seen-twice' AND EXISTS (
        SELECT 1
        FROM ping r JOIN beacon o ON o.id = r.beacon JOIN exchange e ON e.id = o.exchange
        JOIN sighting n ON n.exchange = e.id JOIN sighting m ON m.exchange = b.exchange AND m.capture = n.capture
        WHERE r.session = p.session AND r.created_us = p.created_us AND r.kind = 'view' AND r.repeat_class = 'first'
          AND r.asset IS p.asset AND r.part IS p.part AND e.status < 400 AND abs(b.at_us - o.at_us) >= 50000))
  WINDOW w AS (PARTITION BY p.session, p.part, p.asset ORDER BY p.created_us, b.at_us, b.id)
)
SELECT
  r.run AS run, -- The run.
  r.beacon AS beacon, -- The ping.
  r.session AS session, -- Its view session.
  r.part AS part, -- ad or content.
  r.asset AS asset, -- The asset.
  r.at_us AS at_us, -- When it was sent.
  r.created_us AS created_us, -- When it was made, by its own clock.
  r.ott AS ott, -- Whether the picture was on a television, as it says.
  -- A new segment, once the one before was counted, something else was viewed, or the whole creative's time passed.
  sum(coalesce(r.part = 'ad' AND r.segment_us > r.earlier_us AND (
      r.length_us > 0 AND r.segment_us - r.earlier_us >= r.length_us OR EXISTS (
        SELECT 1 FROM ping_row d
        WHERE d.session = r.session AND CASE d.kind
          WHEN 'duration' THEN d.asset IS r.asset AND d.segment_us = r.earlier_us
          WHEN 'view' THEN d.asset IS NOT r.asset AND d.created_us BETWEEN r.viewed_us AND r.created_us END)), 0))
    OVER (PARTITION BY r.session, r.part, r.asset ORDER BY r.created_us, r.at_us, r.beacon) AS play -- From 0: one creative may play more than once in a session.
FROM received r;
