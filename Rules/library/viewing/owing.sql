-- What a family owes in the run and of which nothing shows that it was done. A family with such a row and without a witness
-- of behaviour leaves the run open. Here are the hosts of vendors that were connected to and of which nothing could be read.
CREATE TABLE owing (
  family TEXT NOT NULL, -- The family.
  what TEXT NOT NULL, -- What was not seen, in a sentence.
  is_alone INTEGER NOT NULL, -- 1 where no other witness of the family settles it.
  evidence_table TEXT NOT NULL, -- The view that holds what shows that it is owed.
  evidence_id INTEGER NOT NULL, -- The row there; it is no witness of itself.
  INDEX (family)
) AS
WITH vendor(family, host, is_alone) AS (
  -- Ads beside videos come from pubads, too: an ad that was seen played settles it.
  VALUES ('dai', 'dai.google.com', 1), ('dai', 'dai.googleapis.com', 1), ('dai', '*.dai.google.com', 1),
    ('ima', 'pubads.g.doubleclick.net', 0), ('nielsen', '*imrworldwide.com', 1), ('nielsen', '*.nmrodam.com', 1),
    ('nielsen', '*.vtwenty.com', 1))
-- The columns beside a minimum are those of its row.
SELECT v.family, b.host || ' was connected to and nothing of it could be read: ' || b.reason AS what, v.is_alone,
  'blind' AS evidence_table, min(b.id) AS evidence_id FROM blind b JOIN vendor v ON b.host GLOB v.host
-- What serves Nielsen's library carries no pings.
WHERE b.run = :run AND b.hides <> 'calls' AND (v.family <> 'nielsen' OR b.host NOT GLOB 'cdn*')
  AND NOT EXISTS (SELECT 1 FROM exchange x WHERE x.run = :run AND x.host = b.host AND x.method <> 'CONNECT')
  AND NOT EXISTS (SELECT 1 FROM beacon o WHERE o.run = :run AND o.family = v.family) GROUP BY v.family, b.host
