-- The first ping of an instance of the SDK, with the requests for a configuration that may have served it: of the same
-- app, and not those of which the ids or the address are another instance's alone.
-- needs: nielsen_request
CREATE TABLE nielsen_hello (
  instance INTEGER NOT NULL REFERENCES session, -- The instance.
  beacon INTEGER NOT NULL REFERENCES beacon, -- Its first ping.
  at_us INTEGER NOT NULL, -- When that was sent.
  since_us INTEGER, -- When its session began, as its id says; NULL where it does not.
  kept_us INTEGER, -- When such a configuration was first asked for: in an earlier launch, too.
  own_us INTEGER, -- The same, by this launch.
  first_us INTEGER, -- From when on all recordings of that moment ran.
  behind_us INTEGER, -- How long after the first ping this launch asked for the next.
  KEY (instance)
) AS
WITH begun AS MATERIALIZED (
  SELECT s.id AS instance, upper(substr(s.identifier, 1, instr(s.identifier, '/') - 1)) AS app, min(i.at_us) AS at_us,
    i.subject_id AS beacon, i.is_out,
    -- The session id ends with the second in which it was made, on the device's clock; pings show how far that is off.
    iif(substr(s.identifier, -10) GLOB '*[^0-9]*', NULL, CAST(substr(s.identifier, -10) AS INTEGER) * 1000000
        + iif(coalesce(i.at_us - i.created_us, 0) BETWEEN -1000000 AND 2000000, 0, i.at_us - i.created_us - 1000000))
    AS since_us
  FROM nielsen_request i JOIN session s ON s.id = i.instance AND s.kind = 'nielsen-instance'
  WHERE i.run = :run AND i.kind IN ('dcr', 'session') AND NOT i.late GROUP BY s.id),
mark AS MATERIALIZED (
  SELECT r.subject_id AS beacon, r.instance, v.value
  FROM nielsen_request r JOIN parameter v ON v.beacon = r.subject_id AND v.value <> ''
    AND coalesce(v.subkey, v.name) IN ('nuid', 'devid')
  WHERE r.run = :run
  UNION SELECT r.subject_id, r.instance, x.client_address
  FROM nielsen_request r JOIN beacon b ON b.id = r.subject_id JOIN exchange x ON x.id = b.exchange
  WHERE r.run = :run AND x.client_address IS NOT NULL),
asked AS MATERIALIZED (
  SELECT n.instance, c.at_us, c.is_out,
    -- Where another instance began in between, or is about to begin, it was that one's.
    c.at_us BETWEEN n.since_us - 2000000 AND n.at_us OR NOT EXISTS (
      SELECT 1 FROM begun o
      WHERE o.app = n.app AND o.instance <> n.instance AND o.at_us >= c.at_us AND iif(c.at_us <= n.at_us,
          o.at_us <= n.at_us, c.at_us >= coalesce(o.since_us - 2000000, n.at_us))) AS is_own
  FROM begun n JOIN nielsen_request c ON c.run = :run AND c.kind = 'config' AND upper(c.app) = n.app
  WHERE (
    SELECT max(o.instance = n.instance) FROM mark m JOIN mark o ON o.value = m.value AND o.instance IS NOT NULL
    WHERE m.beacon = c.subject_id) IS NOT 0)
SELECT
  n.instance, n.beacon, n.at_us, n.since_us, min(a.at_us) AS kept_us, min(a.at_us) FILTER (WHERE a.is_own) AS own_us,
  (SELECT max(k.first_us) FROM capture k WHERE k.run = :run AND k.side = 'client'
      AND k.format NOT IN ('calls', 'bundle') AND k.first_us <= n.at_us) AS first_us,
  -- Who opts out or in says so by such a request, too.
  min(a.at_us) FILTER (WHERE a.is_own AND a.at_us > n.at_us AND a.is_out = n.is_out) - n.at_us AS behind_us
FROM begun n LEFT JOIN asked a ON a.instance = n.instance GROUP BY n.instance
