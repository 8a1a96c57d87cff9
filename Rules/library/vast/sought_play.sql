-- An ad play whose viewer moved about in it, or may have: from then on the time that it was played says nothing of its place.
-- needs: sign, viewer_act
CREATE TABLE sought_play (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  from_us INTEGER NOT NULL, -- Since when.
  KEY (ad_play)
) AS
SELECT ad_play, min(at_us) AS from_us FROM (
  SELECT owner AS ad_play, at_us FROM sign WHERE run = :run AND owner_kind = 'ad_play' AND kind = 'sought'
  UNION ALL
  -- The clock of a log may be off by a few seconds.
  SELECT p.id, v.at_us - 5000000
  FROM ad_play p JOIN viewer_act v ON v.run = :run AND v.kind = 'sought'
    AND v.at_us BETWEEN p.start_us - 5000000 AND coalesce(p.end_us, p.start_us + p.duration_us) + 5000000
  WHERE p.run = :run AND p.family = 'vast') GROUP BY ad_play
