-- An ad that the metadata of a stream name, and what was verified of it.
-- needs: dai_break, dai_seat, dai_step, logged_break_end, stream_row, passed_interlude
CREATE TABLE dai_ad (
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  ad TEXT NOT NULL, -- Its id in the metadata.
  poll INTEGER NOT NULL REFERENCES beacon, -- The metadata that named it first.
  listed_us INTEGER NOT NULL, -- When they were asked for.
  unlisted_us INTEGER, -- When the metadata before them, which did not name it, were asked for: it began later.
  length_us INTEGER NOT NULL, -- How long it is.
  verified INTEGER NOT NULL, -- How many of its positions were verified.
  played_us INTEGER, -- When the stream had been played well into it or past it; NULL where nothing shows that.
  asked_us INTEGER, -- When the stream was still asked for well into it or behind it; NULL where it was not, or the viewer came later.
  KEY (session, ad)
) AS
-- What was named together is played together, in the order of the ids.
WITH listed AS MATERIALIZED (
  SELECT s.*, p.at_us AS listed_us, s.length_us / 4 + $us(player.pollSeconds) AS well_us,
    (SELECT max(b.at_us) FROM beacon b JOIN exchange x ON x.id = b.exchange AND x.status = 200
      WHERE b.session = s.session AND b.kind = 'metadata' AND b.at_us < p.at_us) AS unlisted_us,
    s.session IN (SELECT d.session FROM dai_break d WHERE d.run = :run) AS has_pods,
    sum(s.length_us) OVER (PARTITION BY s.poll) - s.length_us AS others_us,
    sum(s.length_us) OVER (PARTITION BY s.session ORDER BY s.nth) AS to_us
  FROM dai_seat s JOIN beacon p ON p.id = s.poll WHERE s.run = :run),
-- With when the first ad of the stream would have begun if nothing lay between the two but ads.
verified AS MATERIALIZED (
  SELECT l.session, l.poll, l.pod, l.nth, n.at_us, n.place, n.before IS NULL AS is_first,
    n.at_us - l.length_us * (n.place - 1) / 4 - l.to_us + l.length_us AS zero_us
  FROM dai_step n JOIN listed l ON l.session = n.session AND l.ad = n.ad WHERE n.run = :run),
judged AS MATERIALIZED (
  SELECT l.*, coalesce(sum(v.nth = l.nth), 0) AS verified, coalesce(max(v.nth < l.nth), 0) AS is_behind,
    -- Where all of its pod was fetched, no buffer holds that for longer.
    coalesce(l.fetched_us + $us(ssai.bufferSeconds), 9e18) AS held_us,
    -- By when it had begun: not long after the first was verified that was named with it, which may be played in front
    -- of it; or when the one in front of it was over. A pod is named when it is asked for.
    min(
        l.others_us + coalesce(
            min(v.at_us) FILTER (WHERE v.poll = l.poll) + $us(ssai.bufferSeconds),
            iif(l.has_pods, $us(dai.podLeadSeconds) + min(l.listed_us, coalesce((SELECT min(d.asked_us) FROM dai_break d
              WHERE d.run = :run AND d.session = l.session AND d.asked_us >= l.unlisted_us), 9e18)),
                l.listed_us + $us(ssai.bufferSeconds))),
        coalesce(max(v.at_us) FILTER (WHERE v.nth = l.nth - 1 AND v.place = 5 AND v.at_us > l.listed_us
            AND v.pod IS l.pod), 9e18)) AS begun_us,
    -- When it was over, as the first tag that was verified says, of those that the first metadata name.
    l.to_us + max(v.zero_us) FILTER (
      WHERE v.is_first AND v.poll = l.poll AND v.nth > l.nth AND l.unlisted_us IS NULL) AS over_us,
    max(coalesce(l.onward_us, 0), (SELECT max(b.at_us) FROM beacon b
      WHERE b.session = l.session AND b.kind IN ('metadata', 'pod', 'pod-variant'))) AS alive_us
  FROM listed l LEFT JOIN verified v ON v.session = l.session GROUP BY l.session, l.ad)
SELECT l.session, l.ad, l.poll, l.listed_us, l.unlisted_us, l.length_us, l.verified, coalesce(
    -- It fills, with others beside it, the time between two that were verified.
    (SELECT min(k.at_us) FROM verified f JOIN verified k ON k.session = f.session AND k.nth > l.nth
      WHERE f.session = l.session AND f.nth < l.nth AND l.poll IN (f.poll, k.poll)
        AND k.zero_us - f.zero_us BETWEEN -$us(quartile.lateSeconds) AND l.length_us / 4 + $us(quartile.lateSeconds)),
    u.until_us, l.resumed_us,
    (SELECT max(r.last_us) FROM stream_row r
      WHERE r.run = :run AND r.is_even AND r.first_us <= l.listed_us AND (min(r.last_us, l.alive_us) >= l.held_us
          -- Metadata name an ad no sooner than one segment before it is in the playlist, which holds no pods.
          OR NOT l.has_pods AND r.shown_us >= l.others_us + l.well_us + (
            SELECT min(p.media_to_us) + max(p.target_us) FROM playlist_reading p
            WHERE p.run = :run AND p.stream = r.stream AND p.at_us >= l.listed_us)
          -- The viewer was there before: metadata did not name it, one in front of it was verified, or he had watched
          -- for longer than it takes when the one behind it began.
          AND (l.is_behind OR l.unlisted_us >= r.first_us - $us(complete.graceSeconds)
              OR l.over_us - l.length_us >= r.first_us + $us(complete.graceSeconds))))) AS played_us,
  iif(NOT l.is_refused AND l.alive_us >= min(l.begun_us + l.well_us, l.held_us)
      -- It was over when the viewer came.
      AND (l.over_us <= $us(complete.graceSeconds) + coalesce((SELECT max(r.first_us) FROM stream_row r
        WHERE r.run = :run AND r.first_us <= l.listed_us), l.listed_us)) IS NOT TRUE
      -- Or the log has its break over, and nothing was verified since.
      AND NOT EXISTS (
        SELECT 1 FROM logged_break_end b WHERE b.run = :run AND b.at_us BETWEEN l.listed_us AND l.alive_us),
      l.alive_us, NULL) AS asked_us
FROM judged l LEFT JOIN passed_interlude u ON u.run = :run AND u.kind = 'pod' AND u.item = l.session || ' ' || l.ad
