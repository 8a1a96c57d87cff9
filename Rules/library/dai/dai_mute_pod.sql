-- A pod that was loaded and of which nothing was verified, although the player went on for longer than it takes, or its media
-- was fetched as it is played.
-- needs: dai_tag, dai_break, stream_row
CREATE TABLE dai_mute_pod (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request for it.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was loaded.
  pod TEXT NOT NULL, -- The pod's id.
  until_us INTEGER NOT NULL, -- When the player was seen to go on.
  KEY (beacon)
) AS
-- Where no metadata came any more, nothing shows what the pod held.
WITH judged AS (
  SELECT d.*, s.verified_us, (s.told_us >= s.pod_us) IS NOT TRUE AND s.verified_us IS NULL AS is_untold,
    -- Tags that no poll brought are the fault of dai.metadata-poll.
    max(s.at_us, coalesce(iif(d.is_whole AND s.told_us >= d.asked_us, d.onward_us, 0), 0)) AS alive_us,
    (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run) AS end_us,
    coalesce(nullif(d.length_us, 0), 30000000) AS whole_us,
    -- When so much of it had been fetched that no buffer holds it: its beginning was played.
    (SELECT max(r.last_us) FROM stream_row r
      WHERE r.run = :run AND r.stream = d.media AND r.is_even
        AND r.shown_us > r.media_from_us + $us(quartile.lateSeconds)) AS shown_us
  FROM dai_break d JOIN (
    -- How long a session was seen to go on, when it last verified, and when its metadata last said something.
    SELECT b.session, max(b.at_us) FILTER (WHERE b.kind IN ('metadata', 'pod')) AS at_us,
      min(b.at_us) FILTER (WHERE b.kind = 'pod') AS pod_us,
      max(b.at_us) FILTER (WHERE b.kind = 'verification') AS verified_us, max(b.at_us) FILTER (
        WHERE b.kind = 'metadata' AND x.status BETWEEN 200 AND 299 AND x.response_bytes > 0) AS told_us
    FROM beacon b JOIN exchange x ON x.id = b.exchange
    WHERE b.run = :run AND b.family = 'dai' AND b.session IS NOT NULL GROUP BY b.session) s ON s.session = d.session
  WHERE d.run = :run AND d.loaded_us IS NOT NULL)
SELECT
  beacon, session, loaded_us AS at_us, pod, max(iif(is_untold, end_us, alive_us), coalesce(shown_us, 0)) AS until_us
FROM judged
WHERE (verified_us >= asked_us) IS NOT TRUE AND NOT is_refused
  AND (is_untold OR session IN (SELECT t.session FROM dai_tag t WHERE t.run = :run AND t.place IS NOT NULL))
  -- Of what was only listed the media may be asked for when the break comes.
  AND (shown_us IS NOT NULL
      OR iif(is_untold, end_us, alive_us) > $us(order.slackMs) + max(loaded_us + whole_us, coalesce(last_us, 0))
      + iif(last_us IS NULL AND media IS NOT NULL AND NOT is_untold, $us(dai.podLeadSeconds), 0))
