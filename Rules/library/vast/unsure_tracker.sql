-- A tracker of an ad play of which a request may have gone unseen: attribution may have given it to another play, a page
-- had its image already, or it was answered from a cache.
-- needs: cached_url
CREATE TABLE unsure_tracker (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker.
  KEY (ad_play, tracker)
) AS
SELECT c.ad_play, c.tracker FROM firing_candidate c WHERE c.run = :run AND c.ad_play IS NOT NULL
UNION SELECT o.ad_play, o.tracker
FROM cached_url g CROSS JOIN tracker t ON t.run = :run AND t.url = g.url CROSS JOIN play_tracker o ON o.tracker = t.id
JOIN ad_play p ON p.id = o.ad_play WHERE g.run = :run AND (g.at_us < coalesce(p.impression_us, p.start_us, p.end_us)
    OR g.is_answer AND g.at_us BETWEEN p.from_us AND coalesce(p.end_us, g.at_us))
