-- An ad that was made ready, and whose time never came: nothing of the content was fetched past its break's place or, where
-- that is not known, later than a buffer holds after the ad's media.
-- needs: content_media, preload
CREATE TABLE _unreached_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  document INTEGER NOT NULL REFERENCES document, -- The document that declares it.
  KEY (ad)
) AS
SELECT a.id AS ad, a.document
FROM preload p JOIN ad a ON a.id = p.ad LEFT JOIN (
  -- The documents of breaks whose place in the content is known.
  SELECT d.id AS document, max(b.offset_us) AS offset_us
  FROM ad b JOIN resource r ON r.document = b.document AND r.ad = b.id JOIN document d ON d.exchange = r.fetch
  WHERE b.run = :run AND b.offset_us IS NOT NULL GROUP BY d.id) b ON b.document = a.document
WHERE p.run = :run AND iif(b.document IS NULL,
    p.fetched_us + $us(ssai.bufferSeconds) > (SELECT max(c.at_us) FROM content_media c WHERE c.run = :run),
    b.offset_us >= (SELECT max(f.media_us + f.duration_us) FROM segment_fetch f WHERE f.run = :run AND f.ad IS NULL))
