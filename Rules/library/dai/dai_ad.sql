-- An ad that the metadata of a stream name, and what was verified of it.
-- needs: dai_break, dai_seat, dai_step, stream_row, passed_interlude
CREATE TABLE dai_ad (
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  ad TEXT NOT NULL, -- Its id in the metadata.
  poll INTEGER NOT NULL REFERENCES beacon, -- The metadata that named it first.
  listed_us INTEGER NOT NULL, -- When they were asked for.
  unlisted_us INTEGER, -- When the metadata before them, which did not name it, were asked for: it began later.
  length_us INTEGER NOT NULL, -- How long it is.
  verified INTEGER NOT NULL, -- How many of its positions were verified.
  played_us INTEGER, -- When the stream had been played past its end; NULL where nothing shows that.
  asked_us INTEGER, -- When the stream was still asked for behind it, or well into it; NULL where it was not.
  KEY (session, ad)
) AS
WITH listed AS MATERIALIZED (SELECT * FROM dai_seat WHERE run = :run),
-- What fills the time between two that were verified, and was named between them.
passed AS MATERIALIZED (
  SELECT l.session, l.ad, min(n.at_us) AS at_us
  FROM dai_step n JOIN listed f ON f.session = n.session AND f.ad = n.before_ad
  JOIN listed k ON k.session = n.session AND k.ad = n.ad AND k.ad <> f.ad
  JOIN listed l ON l.session = n.session AND l.poll IN (f.poll, k.poll)
    AND l.nth > f.nth AND l.nth < k.nth
  WHERE n.run = :run
    AND n.at_us - n.before_us - (f.length_us * (5 - n.before_place) + k.length_us * (n.place - 1)) / 4
    BETWEEN l.length_us - $us(quartile.lateSeconds) AND l.length_us * 5 / 4 + $us(quartile.lateSeconds)
  GROUP BY l.session, l.ad
),
-- What was named together is played together: not long after the first of it was verified it is over. What was named
-- with it may be played in front of it, and a pod is named when it is asked for.
ended AS MATERIALIZED (
  SELECT
    l.session, l.poll, coalesce(min(v.at_us) + $us(ssai.bufferSeconds), p.at_us + iif(l.session IN (
      SELECT d.session FROM dai_break d WHERE d.run = :run), $us(dai.podLeadSeconds), $us(ssai.bufferSeconds)))
    + sum(l.length_us) AS over_us
  FROM listed l JOIN beacon p ON p.id = l.poll LEFT JOIN (
    SELECT session, ad, min(at_us) AS at_us FROM dai_step WHERE run = :run AND ad IS NOT NULL GROUP BY session, ad) v
    ON v.session = l.session AND v.ad = l.ad
  GROUP BY l.session, l.poll
),
-- By when an ad had begun that was named before the one in front of it was over.
behind AS MATERIALIZED (
  SELECT l.session, l.ad, max(e.at_us) + l.length_us / 4 + $us(player.pollSeconds) AS into_us
  FROM listed l JOIN beacon p ON p.id = l.poll JOIN listed f ON f.session = l.session AND f.nth = l.nth - 1
  JOIN dai_step e ON e.run = :run AND e.session = f.session AND e.ad = f.ad AND e.place = 5
  WHERE e.at_us > p.at_us AND f.pod IS l.pod
  GROUP BY l.session, l.ad
),
asked AS MATERIALIZED (
  SELECT
    b.id AS poll, max(iif(x.status = 200, b.at_us, NULL)) OVER (
        PARTITION BY b.session ORDER BY b.at_us GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_us
  FROM beacon b JOIN exchange x ON x.id = b.exchange
  WHERE b.run = :run AND b.family = 'dai' AND b.kind = 'metadata'
),
-- Where all of its pod was fetched, no buffer holds that for longer.
judged AS MATERIALIZED (
  SELECT
    l.*, p.at_us AS listed_us, max(coalesce(a.at_us, 0), coalesce(l.onward_us, 0)) AS alive_us,
    min(h.over_us, coalesce(l.fetched_us + $us(ssai.bufferSeconds), h.over_us)) AS over_us
  FROM listed l JOIN beacon p ON p.id = l.poll
  JOIN ended h ON h.session = l.session AND h.poll = l.poll
  -- Until when the stream was asked for.
  LEFT JOIN (
    SELECT session, max(at_us) AS at_us FROM beacon
    WHERE run = :run AND family = 'dai' AND kind IN ('metadata', 'pod', 'pod-variant') GROUP BY session) a
    ON a.session = l.session
)
SELECT
  l.session, l.ad, l.poll, l.listed_us, q.before_us AS unlisted_us, l.length_us,
  (SELECT count(*) FROM dai_step v WHERE v.run = :run AND v.session = l.session AND v.ad = l.ad) AS verified,
  -- Metadata name an ad no sooner than its segments, which are fetched ahead.
  coalesce(i.at_us, u.until_us, l.resumed_us, (SELECT max(r.last_us) FROM stream_row r
    WHERE r.run = :run AND r.is_even AND r.first_us <= l.listed_us AND min(r.last_us, l.alive_us) >= l.over_us))
  AS played_us,
  iif(l.alive_us >= min(l.over_us, coalesce(n.into_us, l.over_us)), l.alive_us, NULL) AS asked_us
FROM judged l JOIN asked q ON q.poll = l.poll
LEFT JOIN passed i ON i.session = l.session AND i.ad = l.ad
LEFT JOIN behind n ON n.session = l.session AND n.ad = l.ad
LEFT JOIN passed_interlude u ON u.run = :run AND u.kind = 'pod' AND u.item = l.session || ' ' || l.ad
