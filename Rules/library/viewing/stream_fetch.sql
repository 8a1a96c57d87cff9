-- A request for a segment of a stream that was not refused.
CREATE TABLE stream_fetch (
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  at_us INTEGER NOT NULL, -- When it was sent.
  media_us INTEGER, -- Where the segment begins in the stream's media; NULL where no playlist in sight lists it.
  duration_us INTEGER, -- How long it is.
  program_us INTEGER, -- The date of its media; NULL where the playlist has none.
  ad INTEGER REFERENCES ad, -- The ad that it is part of; NULL for content.
  is_waited INTEGER NOT NULL, -- 1 where the player let a quarter of its time pass before it asked: the buffer was full.
  is_next INTEGER NOT NULL, -- 1 where it lies right behind the one that was asked for before it.
  is_paced INTEGER NOT NULL, -- 1 where that one had been played, for as long as it is, when this one was asked for.
  KEY (exchange),
  INDEX (stream, at_us),
  INDEX (ad)
) AS
SELECT f.exchange, f.stream, x.at_us, f.media_us, f.duration_us, f.program_us, f.ad,
  coalesce(
      x.at_us - lag(x.at_us) OVER (PARTITION BY f.stream ORDER BY x.at_us, f.media_us, x.id) >= f.duration_us / 4, 0)
  AS is_waited,
  coalesce(lag(f.media_us + f.duration_us) OVER w = f.media_us, 0) AS is_next,
  coalesce(abs(x.at_us - lag(x.at_us + f.duration_us) OVER w) <= $us(player.pollSeconds), 0) AS is_paced
FROM segment_fetch f JOIN exchange x ON x.id = f.exchange WHERE f.run = :run AND coalesce(x.status, 200) < 400
WINDOW w AS (PARTITION BY f.stream ORDER BY x.at_us, x.id)
