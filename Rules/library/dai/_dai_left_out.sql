-- A tag of an ad of which others were verified and it was not, and the places of those beside it: they leave in any order.
-- needs: dai_step, dai_tag
CREATE TABLE _dai_left_out (
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  ad TEXT NOT NULL, -- The ad, as the metadata name it.
  type TEXT NOT NULL, -- What the tag stands for.
  place INTEGER NOT NULL, -- Its place, from 1 for start to 5 for complete.
  poll INTEGER NOT NULL REFERENCES beacon, -- The first metadata that list it.
  low INTEGER, -- The place of the last in front of it that was verified; NULL where none was.
  high INTEGER, -- The place of the first behind it that was verified; NULL where none was.
  KEY (session, ad, type)
) AS
SELECT r.session, r.ad, r.type, r.place, r.poll, max(iif(s.place < r.place, s.place, NULL)) AS low,
  min(iif(s.place > r.place, s.place, NULL)) AS high FROM (
    SELECT session, ad, type, place, min(beacon) AS poll
    FROM dai_tag WHERE run = :run AND place IS NOT NULL GROUP BY session, ad, type) r
JOIN dai_step s ON s.run = :run AND s.session = r.session AND s.ad = r.ad
GROUP BY r.session, r.ad, r.type HAVING NOT sum(s.place = r.place)
