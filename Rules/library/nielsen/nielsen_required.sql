-- What a view or duration ping of a content has to name, and a loadMetadata of an ad or a content, and whether it does.
-- needs: nielsen_request
CREATE TABLE nielsen_required (
  beacon INTEGER REFERENCES beacon, -- The ping; NULL for a loadMetadata.
  call INTEGER REFERENCES call, -- The loadMetadata; NULL for a ping.
  session INTEGER REFERENCES session, -- The stream of that.
  at_us INTEGER NOT NULL, -- When it was sent or made.
  part TEXT NOT NULL, -- ad or content.
  asset TEXT NOT NULL, -- The asset; empty where it names none.
  item TEXT NOT NULL, -- The parameter, or the name in the metadata.
  meaning TEXT NOT NULL, -- The name in the metadata: assetid, length, program or title.
  is_missing INTEGER NOT NULL, -- 1 where it is blank or not there.
  is_partial INTEGER NOT NULL, -- 1 where the log leaves out some calls.
  INDEX (asset, meaning)
) AS
WITH wanted(item, meaning, may_be_blank) AS (
  VALUES ('ai', 'assetid', 0), ('sd', 'length', 0), ('cg', 'program', 1), ('tl', 'title', 1))
SELECT p.subject_id AS beacon, NULL AS call, NULL AS session, p.at_us, p.part, coalesce(p.asset, '') AS asset, w.item,
  w.meaning, NOT EXISTS (
    SELECT 1 FROM parameter q WHERE q.beacon = p.subject_id AND q.name = w.item AND q.value <> '') AS is_missing,
  0 AS is_partial
FROM nielsen_request p JOIN wanted w
WHERE p.run = :run AND p.part = 'content' AND p.counts IN ('view', 'duration')
  -- A live stream has neither program nor title, a static page (ca=NA, or resource type text) neither asset nor length.
  AND NOT (w.may_be_blank AND (
      coalesce(p.asset LIKE 'simulcast%', 0) OR coalesce(p.length IN ('0', '86400'), 0) OR p.live IS 'true'))
  AND NOT EXISTS (
    SELECT 1 FROM parameter r
    WHERE r.beacon = p.subject_id AND (r.name = 'ca' AND r.value = 'NA' OR r.name = 'rt' AND r.value = 'text'))
UNION ALL
-- Values of another type and names in another case have rules of their own.
SELECT NULL, m.call, m.session, m.at_us, coalesce(m.part, 'content'), coalesce(m.asset, ''), w.meaning, w.meaning,
  NOT max(lower(a.name) = 'args.' || w.meaning AND (trim(a.value) <> '' OR a.type <> 'string')), coalesce(m.partial, 0)
FROM call_step m JOIN argument a ON a.call = m.call AND a.name LIKE 'args.%'
JOIN wanted w ON w.meaning = 'assetid' OR coalesce(m.part, 'content') = 'content'
WHERE m.run = :run AND m.api = 'loadMetadata' AND m.before <> 'disabled'
  AND lower(coalesce(m.type, 'ad')) IN ('content', 'preroll', 'midroll', 'postroll', 'ad')
GROUP BY m.call, w.meaning HAVING NOT (w.may_be_blank AND (
    coalesce(m.asset LIKE 'simulcast%', 0) OR max(a.name = 'args.length' AND a.value IN ('0', '86400'))))
