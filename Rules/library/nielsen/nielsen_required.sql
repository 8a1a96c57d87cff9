-- What a view or duration ping of a content has to name, and whether it does.
-- needs: nielsen_request
CREATE TABLE nielsen_required (
  subject_id INTEGER NOT NULL REFERENCES beacon, -- The ping.
  from_us INTEGER NOT NULL, -- When it was sent.
  to_us INTEGER NOT NULL, -- The same time: it takes none.
  at_us INTEGER NOT NULL, -- The same time.
  asset TEXT NOT NULL, -- The asset; empty where it names none.
  item TEXT NOT NULL, -- The parameter.
  meaning TEXT NOT NULL, -- The name in the metadata: assetid, length, program or title.
  is_wrong INTEGER NOT NULL, -- 1 where it is blank or not there.
  INDEX (asset, meaning)
) AS
WITH wanted(item, meaning, may_be_blank) AS (
  VALUES ('ai', 'assetid', 0), ('sd', 'length', 0), ('cg', 'program', 1), ('tl', 'title', 1))
SELECT
  p.subject_id, p.from_us, p.to_us, p.at_us, coalesce(p.asset, '') AS asset, w.item, w.meaning, NOT EXISTS (
    SELECT 1 FROM parameter q WHERE q.beacon = p.subject_id AND q.name = w.item AND q.value <> '') AS is_wrong
FROM nielsen_request p JOIN wanted w
WHERE p.run = :run AND p.part = 'content' AND p.counts IN ('view', 'duration')
  -- A live stream has neither program nor title, a static page (ca=NA, or resource type text) neither asset nor length.
  AND NOT (w.may_be_blank AND coalesce(p.asset, '') LIKE 'simulcast%')
  AND NOT EXISTS (
    SELECT 1 FROM parameter r
    WHERE r.beacon = p.subject_id AND (r.name = 'ca' AND r.value = 'NA' OR r.name = 'rt' AND r.value = 'text'
        OR w.may_be_blank AND (r.name = 'sd' AND r.value IN ('0', '86400')
            OR r.name = 'c58' AND r.subkey = 'isLive' AND lower(r.value) = 'true')))
