-- What an ad request says of one consent signal, said or not.
CREATE TABLE consent_signal (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ad request.
  name TEXT NOT NULL, -- us_privacy, rdp, npa, gdpr or gdpr_consent.
  at_us INTEGER NOT NULL, -- When it was sent.
  exchange INTEGER NOT NULL REFERENCES exchange, -- Its exchange.
  client TEXT NOT NULL, -- The address it came from.
  value TEXT NOT NULL, -- What it means: us_privacy and rdp opt out alike; absent where nothing is said, or 0.
  is_said INTEGER NOT NULL, -- 1 when the parameter is there and not empty.
  updated INTEGER, -- Of a TC string: when its choice was made, in tenths of a second since 1970; else NULL.
  is_google INTEGER NOT NULL, -- 1 when one of Google's hosts was asked.
  KEY (beacon, name),
  INDEX (client, name, at_us),
  INDEX (exchange, name)
) AS
WITH
choice(name) AS (VALUES ('us_privacy'), ('rdp'), ('npa'), ('gdpr'), ('gdpr_consent')),
-- The field LastUpdated is the 36 bits behind the version and Created: six letters of base64url.
base64url(letters) AS (VALUES ('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')),
letter(place, shift) AS (VALUES (8, 30), (9, 24), (10, 18), (11, 12), (12, 6), (13, 0))
SELECT
  b.id AS beacon, s.name, b.at_us, b.exchange, coalesce(x.client_address, '') AS client,
  CASE
    WHEN s.name IN ('us_privacy', 'rdp') AND EXISTS (
      SELECT 1 FROM parameter o WHERE o.beacon = b.id AND (o.name = 'rdp' AND o.value = '1'
          OR o.name = 'us_privacy' AND upper(substr(o.value, 3, 1)) = 'Y')) THEN 'opted out'
    WHEN s.name IN ('rdp', 'npa') AND min(p.value) = '0' THEN 'absent'
    ELSE coalesce(nullif(min(p.value), ''), 'absent')
  END AS value,
  coalesce(min(p.value), '') <> '' AS is_said,
  (
    SELECT sum((instr(a.letters, substr(c.value, l.place, 1)) - 1) << l.shift)
    FROM parameter c CROSS JOIN letter l CROSS JOIN base64url a
    WHERE c.beacon = b.id AND c.name = 'gdpr_consent' AND s.name = c.name
      AND c.value GLOB 'C????????????*' AND c.value NOT GLOB '*[^-A-Za-z0-9_.]*'
    HAVING count(*) = 6
  ) AS updated,
  x.host GLOB '*doubleclick.net' OR x.host GLOB '*google.com' OR x.host GLOB '*googlesyndication.com'
  OR x.host GLOB '*googleadservices.com' AS is_google
FROM beacon b JOIN exchange x ON x.id = b.exchange CROSS JOIN choice s
LEFT JOIN parameter p ON p.beacon = b.id AND p.name = s.name
WHERE b.run = :run AND b.family = 'ima' AND b.kind = 'ad-request'
GROUP BY b.id, s.name
