-- A tracker of a stitched ad that was not sent, although the viewer was or may have been there.
-- needs: outplayed_ad, unheard_ad, stitched_silence, stitched_shown, stitched_gap, stitched_entry, stitched_event, paced_ad, succeeded_ad, hidden_beacon, stream_fetch
CREATE TABLE stitched_due (
  tracker INTEGER NOT NULL REFERENCES tracker, -- The tracker.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  event TEXT NOT NULL, -- The event.
  url TEXT NOT NULL, -- The URL.
  since_us INTEGER NOT NULL, -- From when on it may have been sent.
  until_us INTEGER, -- Up to when; NULL unknown.
  is_owed INTEGER NOT NULL, -- 1 when it is proven that the viewer was there, and that it was not sent.
  at_us INTEGER NOT NULL, -- The first sign of the ad.
  evidence_table TEXT NOT NULL, -- exchange or firing, or document where nothing was seen of the ad but that it is listed.
  evidence_id INTEGER NOT NULL REFERENCES evidence_table, -- That sign.
  KEY (tracker)
) AS
WITH said AS MATERIALIZED (
  SELECT max(iif(substr(lower(c.name), 1, 4) = 'seek', c.at_us, NULL)) AS sought_us,
    max(lower(c.name) IN ('play', 'playing')) AS is_logged
  FROM call c WHERE c.run = :run AND c.kind = 'event' AND c.source = 'player'),
judged AS (
  SELECT s.*, p.at_us, p.evidence_table, p.evidence_id, p.since_us AS shown_us, g.after_us, coalesce(g.way, '') AS way,
    n.at_us AS next_us, c.at_us AS content_us, p.at_us + coalesce(s.length_us, 0) + $us(ssai.bufferSeconds) AS over_us,
    e.first_place, e.last_place, e.ad IS NOT NULL AS is_heard, e.is_late,
    -- Nobody pauses and jumps in ad after ad so that the same events are missing.
    min(s.ad) OVER habit < max(s.ad) OVER habit AS habitual, a.ad IS NOT NULL OR y.ad IS NOT NULL AS paced,
    -- Who was at a place was at an earlier one as long before.
    coalesce(y.until_us + $us(complete.graceSeconds), a.at_us - a.reached_us
        + coalesce(max(s.place, 1) - 1, 4) * coalesce(s.length_us, 0) / 4 + max(
            $us(quartile.lateSeconds), CAST($setting(quartile.lateShare) * coalesce(s.length_us, 0) AS INTEGER)))
    AS until_us, s.ad IN (SELECT o.ad FROM stitched_entry o WHERE o.run = :run AND o.is_entered) AS entered,
    s.tracker IN (SELECT h.tracker FROM hidden_beacon h WHERE h.run = :run) AS is_hidden
  FROM stitched_silence s JOIN stitched_shown p ON p.run = s.run AND p.ad = s.ad
  LEFT JOIN stitched_gap g ON g.run = s.run AND g.tracker = s.tracker
  LEFT JOIN (SELECT stream, max(at_us) AS at_us FROM stream_fetch WHERE run = :run AND ad IS NULL GROUP BY stream) c
    ON c.stream = s.stream
  LEFT JOIN (
    SELECT ad, min(place) AS first_place, max(place) AS last_place, max(place = 4) AS is_late
    FROM stitched_event WHERE run = :run GROUP BY ad) e ON e.ad = s.ad
  LEFT JOIN outplayed_ad y ON y.run = s.run AND y.ad = s.ad LEFT JOIN paced_ad a ON a.run = s.run AND a.ad = s.ad
    AND a.reached_us >= coalesce(max(s.place, 1) - 1, 4) * coalesce(s.length_us, 0) / 4
  LEFT JOIN succeeded_ad n ON n.run = s.run AND n.ad = s.ad AND s.place < 2 AND p.evidence_table = 'exchange'
    AND e.ad IS NULL WHERE s.run = :run WINDOW habit AS (PARTITION BY g.way, s.event))
SELECT u.tracker, u.ad, u.event, u.url,
  -- Where an event that comes earlier in the ad was seen, this one was not sent before that.
  iif(u.place > 1 AND u.first_place < u.place, u.at_us, u.shown_us) AS since_us,
  coalesce(u.after_us + $us(order.slackMs), u.next_us + $us(quartile.lateSeconds),
      u.until_us, max(u.over_us, coalesce(u.content_us, u.over_us))) AS until_us,
  CASE
    WHEN u.is_hidden OR u.entered AND u.place < u.first_place THEN 0
    WHEN u.after_us IS NOT NULL
    THEN u.way = 'passed' OR u.way = 'perhaps' AND u.habitual OR u.way <> 'sought' AND u.paced
    WHEN u.next_us IS NOT NULL THEN 1
    -- Nothing was sent after it. Whether the viewer stayed shows in what was fetched, or in the player's log.
    WHEN k.sought_us > u.at_us THEN 0 ELSE u.paced OR coalesce(u.content_us > u.over_us AND k.is_logged, 0)
  END AS is_owed,
  u.at_us, u.evidence_table, u.evidence_id FROM judged u, said k
-- Of an ad of unknown length nothing is known before it was seen to go on.
WHERE (u.length_us IS NOT NULL OR u.last_place > 1)
  AND (u.after_us IS NOT NULL OR u.next_us IS NOT NULL OR u.content_us > u.over_us
      OR u.paced OR u.event = 'complete' AND u.is_late OR u.length_us IS NOT NULL
      AND (SELECT max(at_us) FROM document WHERE run = :run AND kind = 'playlist') > u.over_us
      OR u.evidence_table = 'exchange' AND NOT u.is_heard
      -- A buffer's length after it was fetched the ad had begun, if the viewer neither paused nor jumped.
      AND (u.content_us > u.at_us + $us(ssai.bufferSeconds)
          OR (SELECT max(at_us) FROM stream_fetch WHERE run = :run AND ad IS NOT NULL) >= u.at_us + u.length_us))
UNION ALL SELECT t.id, t.ad, t.event, t.url, h.listed_us, h.until_us,
  h.until_us IS NOT NULL AND (h.is_whole OR t.place < 2), h.listed_us, 'document', t.document
FROM unheard_ad h JOIN tracker t ON t.ad = h.ad AND t.family = 'ssai' AND t.place IS NOT NULL WHERE h.run = :run
