-- An ad that the metadata of a stream name, and the pod that it is part of.
-- needs: dai_tag, dai_break
CREATE TABLE dai_seat (
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  ad TEXT NOT NULL, -- Its id in the metadata.
  poll INTEGER NOT NULL REFERENCES beacon, -- The metadata that named it first.
  nth INTEGER NOT NULL, -- Its place among the ads of the stream, in the order in which they were named.
  length_us INTEGER NOT NULL, -- How long it is.
  pod TEXT, -- The pod, where the lengths of both say so, and all of it was fetched.
  pod_before_us INTEGER, -- How long the ads in front of it in the pod are.
  fetched_us INTEGER, -- When the last of that was asked for.
  onward_us INTEGER, -- When content was asked for behind that, as in dai_break.
  resumed_us INTEGER, -- When content went on behind it, as in dai_break.
  is_refused INTEGER NOT NULL, -- 1 where no media of the pod was delivered, as in dai_break.
  KEY (session, ad)
) AS
SELECT l.session, l.ad, l.poll, l.nth, l.length_us, iif(d.is_whole, d.pod, NULL) AS pod,
  iif(d.is_whole, max(0, l.before_us - d.before_us), NULL) AS pod_before_us,
  iif(d.is_whole, d.last_us, NULL) AS fetched_us, iif(d.is_whole, d.onward_us, NULL) AS onward_us,
  iif(d.is_whole, d.resumed_us, NULL) AS resumed_us, coalesce(d.is_refused, 0) AS is_refused
FROM (
  SELECT session, ad, min(beacon) AS poll, max(length_us) AS length_us, row_number() OVER w AS nth,
    sum(max(length_us)) OVER w - max(length_us) AS before_us
  FROM dai_tag WHERE run = :run AND ad IS NOT NULL AND place IS NOT NULL GROUP BY session, ad HAVING max(length_us) > 0
  WINDOW w AS (PARTITION BY session ORDER BY min(beacon), length(ad), ad)) l
LEFT JOIN dai_break d ON d.run = :run AND d.session = l.session AND (d.is_whole OR d.is_refused)
  AND l.before_us >= d.before_us - $us(player.pollSeconds)
  AND l.before_us + l.length_us <= d.before_us + d.length_us + $us(player.pollSeconds) GROUP BY l.session, l.ad
