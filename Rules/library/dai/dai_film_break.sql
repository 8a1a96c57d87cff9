-- A break of a film that was played past, as the answer to its stream's registration lists it, and what was verified of
-- it. Breaks that lie closer together than a buffer reaches are one.
-- needs: dai_verification, stream_row, stream_fetch
CREATE TABLE dai_film_break (
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  from_us INTEGER NOT NULL, -- Where the break begins in the stream's media.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The stream's registration.
  at_us INTEGER NOT NULL, -- When its first segment was asked for.
  until_us INTEGER NOT NULL, -- When the stream was last asked for.
  owed INTEGER NOT NULL, -- How many tags it has; where the answer lists no events, five for each ad that is no slate.
  verified INTEGER NOT NULL, -- How many tags were verified before the next break was fetched.
  is_sure INTEGER NOT NULL, -- 1 where it was silent between two that were not, and fetching kept its pace behind it.
  KEY (session, from_us)
) AS
WITH said AS MATERIALIZED (
  SELECT b.session, b.id AS beacon, b.at_us, CAST(substr(p.subkey, length('ad_breaks.') + 1) AS INTEGER) AS nth,
    max(p.value * 1000000) FILTER (WHERE p.subkey LIKE '%.start' AND p.subkey NOT LIKE '%.ads.%') AS from_us,
    max(p.value * 1000000) FILTER (WHERE p.subkey LIKE '%.duration' AND p.subkey NOT LIKE '%.ads.%') AS length_us,
    sum(p.subkey LIKE '%.ads.%.duration' AND p.subkey NOT LIKE '%.ads.%.%.duration')
    - sum(p.subkey LIKE '%.ads.%.slate' AND p.value IN ('true', '1')) AS ads, sum(p.subkey LIKE '%.events.%.type'
        AND lower(p.value) IN ('start', 'firstquartile', 'midpoint', 'thirdquartile', 'complete')) AS events
  FROM beacon b JOIN parameter p ON p.beacon = b.id AND p.name = 'response' AND p.subkey GLOB 'ad_breaks.*'
  WHERE b.run = :run AND b.family = 'dai' AND b.kind = 'stream-registration' AND b.session IS NOT NULL
  GROUP BY b.id, nth),
break AS MATERIALIZED (
  SELECT session, beacon, at_us, CAST(min(from_us) AS INTEGER) AS from_us,
    CAST(max(from_us + length_us) AS INTEGER) AS to_us, sum(iif(events, events, 5 * ads)) AS owed
  FROM (
    SELECT *, coalesce(sum(is_far) OVER (PARTITION BY beacon ORDER BY from_us), 0) AS island
    FROM (
      SELECT *, from_us - lag(from_us + length_us) OVER w >= $us(ssai.bufferSeconds) AS is_far
      FROM said WHERE from_us + length_us > 0 WINDOW w AS (PARTITION BY beacon ORDER BY from_us)))
  GROUP BY beacon, island),
passed AS MATERIALIZED (
  SELECT k.*, r.stream, min(f.at_us) FILTER (WHERE f.media_us + f.duration_us > k.from_us) AS asked_us,
    max(f.at_us) AS until_us, max(f.media_us - f.at_us) FILTER (WHERE f.media_us >= k.from_us)
    - min(f.media_us - f.at_us) FILTER (WHERE f.media_us >= k.from_us) <= 3 * max(f.duration_us) / 2 AS is_even
  FROM break k JOIN stream_row r ON r.run = :run AND r.first_us >= k.at_us AND r.media_from_us <= k.from_us
  JOIN stream_fetch f ON f.run = :run AND f.stream = r.stream AND f.at_us BETWEEN r.first_us AND r.last_us
  WHERE k.owed > 0 GROUP BY k.beacon, k.from_us
  -- The buffer holds no more than it may, and no more than when it was full before.
  HAVING k.to_us + $us(quartile.lateSeconds) <= max(max(r.shown_us), coalesce(
      max(f.media_us) - max(f.media_us - f.at_us) FILTER (WHERE f.is_waited)
      - max(r.first_us - r.media_from_us) - $us(player.pollSeconds), 0))),
counted AS (
  SELECT p.*, (
    SELECT count(*) FROM dai_verification v
    WHERE v.run = :run AND v.session = p.session AND v.nth = 1 AND v.at_us >= p.asked_us AND v.at_us < coalesce((
      SELECT min(f.at_us) FROM break n JOIN stream_fetch f ON f.run = :run AND f.stream = p.stream
      WHERE n.beacon = p.beacon AND n.from_us > p.from_us AND f.media_us + f.duration_us > n.from_us
        AND f.at_us > p.asked_us), v.at_us + 1)) AS verified
  FROM passed p)
SELECT session, beacon, from_us, asked_us AS at_us, until_us, owed, verified,
  coalesce(NOT verified AND is_even AND lag(verified >= owed) OVER w AND lead(verified >= owed) OVER w, 0) AS is_sure
FROM counted WINDOW w AS (PARTITION BY session ORDER BY from_us)
