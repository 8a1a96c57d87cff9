-- The ads of a stream in the order in which its playlists list them, those of one break with nothing between them.
-- needs: stitched_event, stream_extent
CREATE TABLE stitched_seat (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading; without one the first tracking document of the host.
  media INTEGER REFERENCES document, -- The stream of playlists: the same, or for a tracking document the only one of its host; NULL unknown.
  seat INTEGER NOT NULL, -- Its number, from 1.
  break INTEGER NOT NULL, -- The number of its break.
  length_us INTEGER, -- How long it is: as declared, else as its segments or what was sent show.
  media_us INTEGER NOT NULL, -- The lengths of the ads in front of it.
  unknown INTEGER NOT NULL, -- How many of those are not known.
  KEY (ad),
  INDEX (stream, seat, break)
) AS
WITH listed AS MATERIALIZED (
  SELECT a.id AS ad, a.ordinal, a.sequence, d.at_us, d.id AS document, d.kind = 'asset-list' AS is_list,
    coalesce(p.stream, r.stream, iif(d.kind = 'mediatailor', v.stream, NULL)) AS media,
    CASE WHEN d.kind = 'asset-list' THEN d.id
      ELSE coalesce(p.stream, r.stream, iif(d.kind = 'mediatailor', min(d.id) OVER (PARTITION BY d.kind, d.host), d.id))
    END AS stream,
    p.media_from_us AS from_us, p.media_to_us AS to_us, coalesce(
        a.duration_us,
        iif(p.media_from_us > e.from_us AND p.media_to_us < e.to_us, p.media_to_us - p.media_from_us, NULL),
        q.length_us) AS length_us
  FROM ad a JOIN document d ON d.id = a.document LEFT JOIN stitched_place p ON p.ad = a.id
  LEFT JOIN stream_extent e ON e.run = :run AND e.stream = p.stream LEFT JOIN playlist_reading r ON r.document = d.id
  LEFT JOIN (
    -- Where no length is declared, its segments show it, if something is listed in front of them and behind, or
    -- what was sent.
    SELECT ad, (max(at_us) - min(at_us)) * 4 / (max(place) - min(max(place, 1))) AS length_us
    FROM stitched_event WHERE run = :run AND place IS NOT NULL
    GROUP BY ad HAVING max(place) - min(max(place, 1)) > 1) q ON q.ad = a.id LEFT JOIN (
      SELECT d.host, min(r.stream) AS stream FROM playlist_reading r JOIN document d ON d.id = r.document
      WHERE r.run = :run GROUP BY d.host HAVING count(DISTINCT r.stream) = 1) v ON v.host = d.host
  WHERE a.run = :run AND a.kind = 'stitched'),
row AS MATERIALIZED (
  SELECT ad, stream, media, row_number() OVER v AS seat, length_us,
    from_us = lag(to_us) OVER v OR sequence = 1 + lag(sequence) OVER v
    -- What an asset list names is played in its order, with nothing between.
    OR is_list AND document = lag(document) OVER v AS next
  FROM listed WINDOW v AS (PARTITION BY stream ORDER BY at_us, document, ordinal))
SELECT ad, stream, media, seat, sum(NOT coalesce(next, 0)) OVER w AS break, length_us,
  sum(coalesce(length_us, 0)) OVER w - coalesce(length_us, 0) AS media_us,
  sum(length_us IS NULL) OVER w - (length_us IS NULL) AS unknown
FROM row WINDOW w AS (PARTITION BY stream ORDER BY seat)
