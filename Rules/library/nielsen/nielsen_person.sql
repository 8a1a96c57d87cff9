-- A value that shows a person: a mail address, or what stands for a hash of one and is none.
CREATE TABLE nielsen_person (
  beacon INTEGER REFERENCES beacon, -- The request that carries it; NULL for a value of a call.
  call INTEGER REFERENCES call, -- The call that passes it; NULL for a value of a request.
  item TEXT NOT NULL, -- Its name.
  value TEXT NOT NULL, -- The value, encoded once at most.
  is_free INTEGER NOT NULL, -- 1 where the name is that of a text of the publisher's own: a title, an address of a page.
  is_redacted INTEGER NOT NULL, -- 1 where it is the stand-in of a redacted export.
  observed TEXT NOT NULL, -- What it is, for people.
  expected TEXT NOT NULL, -- What belongs there, for people.
  INDEX (beacon),
  INDEX (call, item)
) AS
WITH
-- Hashes with their digits; texts, of which some hold the sign between other words.
known(name, digits, is_text) AS (
  VALUES ('ci_userid', 128, 0), ('userid', 128, 0), ('hem_unknown', 128, 0), ('hem_sha256', 64, 0),
    ('hem_sha1', 40, 0), ('hem_md5', 32, 0), ('tl', NULL, 1), ('cg', NULL, 1), ('pl_title', NULL, 1), ('si', NULL, 0),
    ('c66', NULL, 0), ('c44', NULL, 0), ('c60', NULL, 0), ('message', NULL, 0), ('title', NULL, 1),
    ('program', NULL, 1), ('playlisttitle', NULL, 1), ('mediaURL', NULL, 1), ('section', NULL, 1), ('progen', NULL, 1),
    ('channelName', NULL, 1), ('clientpassparam', NULL, 1)),
given(beacon, call, name, item, raw, value) AS (
  SELECT b.id, NULL, q.name, q.name || coalesce(' ' || q.subkey, ''), q.value, replace(q.value, '%40', '@')
  FROM beacon b JOIN parameter q ON q.beacon = b.id AND q.value <> '' AND q.name <> 'response'
  WHERE b.run = :run AND b.family = 'nielsen'
    -- Of a ping that was cut off the hash may be, too.
    AND (b.kind <> 'cut' OR instr(replace(q.value, '%40', '@'), '@'))
  UNION ALL SELECT NULL, call, name, name, value, replace(value, '%40', '@')
  FROM call_value WHERE run = :run AND api <> 'updateOTT' AND value <> '')
SELECT g.beacon, g.call, g.item, g.value, k.name IS NOT NULL AND k.digits IS NULL AS is_free,
  coalesce(k.digits > 0 AND replace(g.raw, '%3A', ':') GLOB '[a-z]*:[0-9a-f][0-9a-f][0-9a-f][0-9a-f]*', 0)
  AS is_redacted,
  iif(instr(g.value, '@'), 'what looks like a mail address', length(g.raw)
      || iif(g.raw GLOB '*[^0-9a-fA-F]*', ' characters that are no hash', ' hexadecimal digits'))
  AS observed, iif(instr(g.value, '@'), 'no mail address', k.digits || ' hexadecimal digits') AS expected
FROM given g LEFT JOIN known k ON k.name = g.name
WHERE (instr(g.value, '@') OR g.name IN (SELECT name FROM known)) AND iif(instr(g.value, '@'),
    g.value GLOB '*[A-Za-z0-9_]@[A-Za-z0-9]*.[A-Za-z][A-Za-z]*' AND (k.is_text AND instr(g.value, ' ')) IS NOT TRUE,
    length(g.raw) <> k.digits OR k.digits > 0 AND g.raw GLOB '*[^0-9A-Fa-f]*')
