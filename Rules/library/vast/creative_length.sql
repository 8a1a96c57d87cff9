-- How long the media of an ad play is, where it is a stream whose playlist the capture holds.
CREATE TABLE creative_length (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  length_us INTEGER NOT NULL, -- By the playlist, whatever the ad's document declares.
  document INTEGER NOT NULL REFERENCES document, -- The playlist.
  is_brought INTEGER, -- 0 where none of its segments that were asked for came; NULL where none was asked for.
  KEY (ad_play)
) AS
WITH whole AS MATERIALIZED (
  SELECT s.document, s.media_to_us - s.media_from_us AS length_us, x.id AS exchange, x.folder
  FROM playlist_reading s JOIN document d ON d.id = s.document JOIN exchange x ON x.id = d.exchange
  WHERE s.run = :run AND s.is_ended)
SELECT p.id AS ad_play, max(w.length_us) AS length_us, w.document,
  max(coalesce(x.status < 400, x.ending <> 'failed')) AS is_brought
FROM ad_play p JOIN resource r ON r.document = p.document AND r.ad = p.ad AND r.kind = 'media'
JOIN exchange m ON m.id = r.fetch JOIN document o ON o.exchange = m.id AND o.kind = 'playlist'
-- A list of variants leads to playlists beside it.
JOIN whole w ON w.exchange = m.id OR w.folder = m.folder AND o.label LIKE 'multivariant%'
LEFT JOIN segment_fetch f ON f.run = p.run AND f.stream = w.document LEFT JOIN exchange x ON x.id = f.exchange
WHERE p.run = :run AND p.family = 'vast' GROUP BY p.id HAVING max(w.length_us) - min(w.length_us) <= 1000000
