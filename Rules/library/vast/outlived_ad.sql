-- An ad play behind which the content that it interrupted went on, or began on the same page: nobody had left.
-- needs: content_media
CREATE TABLE outlived_ad (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  KEY (ad_play)
) AS
WITH content AS MATERIALIZED (
  SELECT x.folder, min(c.at_us) AS from_us, max(c.at_us) AS to_us
  FROM content_media c JOIN exchange x ON x.id = c.exchange WHERE c.run = :run GROUP BY x.folder)
SELECT DISTINCT p.id AS ad_play
FROM ad_play p JOIN content c ON c.to_us > p.start_us + p.duration_us
WHERE p.run = :run AND p.family = 'vast' AND (c.from_us < p.start_us OR NOT EXISTS (
  SELECT 1 FROM exchange n WHERE n.run = :run AND n.made_as = 'page' AND n.at_us BETWEEN p.start_us AND c.from_us)
    AND NOT EXISTS (
      SELECT 1 FROM document d WHERE d.run = :run AND d.kind = 'vast' AND d.at_us BETWEEN p.start_us AND c.from_us))
  -- A skip may leave no trace.
  AND (EXISTS (SELECT 1 FROM play_tracker o WHERE o.ad_play = p.id AND o.event = 'skip') OR NOT EXISTS (
    SELECT 1 FROM ad_chain u WHERE u.ad_play = p.id AND u.skip_offset_us IS NOT NULL))
