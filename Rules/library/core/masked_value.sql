-- A tag or an id in whose place an export put something else: `***`, `[REDACTED]` and the like.
CREATE TABLE masked_value (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  name TEXT NOT NULL, -- The parameter.
  subkey TEXT, -- What it is within that.
  INDEX (beacon, name)
) AS
SELECT p.beacon, p.name, p.subkey
FROM beacon b JOIN parameter p ON p.beacon = b.id AND p.name IN ('tag_id', 'c9', 'c1')
-- The signs are those by which a whole query is left unread.
WHERE b.run = :run AND b.family IN ('dai', 'nielsen') AND (
    p.value LIKE '%***%' OR p.value LIKE '%redacted%' OR p.value LIKE '%[filtered%' OR p.value LIKE '%[masked%'
    OR p.value LIKE '%[removed%' OR p.value LIKE '%[sanitized%' OR length(p.value) >= 4 AND trim(p.value, 'xX') = '')
