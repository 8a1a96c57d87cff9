-- Ads of an asset list before which the player fetched as far ahead as behind them: so it played them.
-- needs: scheduled_ad, stream_fetch
INSERT INTO outplayed_ad
WITH
-- The ads of an asset list that were fetched, and what of the list stands in front of each.
fetched AS MATERIALIZED (
  SELECT
    i.ad AS ad, a.duration_us AS duration_us, i.is_kept AS is_kept, i.list AS list, f.at_us AS at_us,
    i.stream AS stream,
    sum(a.duration_us) OVER (PARTITION BY a.document ORDER BY a.ordinal) - a.duration_us AS before_us
  FROM scheduled_ad i JOIN ad a ON a.id = i.ad JOIN resource r ON r.ad = a.id AND r.kind = 'playlist'
  JOIN exchange f ON f.id = r.fetch
  WHERE i.run = :run AND a.duration_us > 0 AND i.is_whole
  GROUP BY i.ad
),
break AS MATERIALIZED (
  SELECT stream, list, min(at_us) AS first_us, sum(duration_us) AS ads_us FROM fetched GROUP BY stream, list
),
content AS MATERIALIZED (
  SELECT
    f.*,
    coalesce((SELECT sum(b.ads_us) FROM break b WHERE b.stream = f.stream AND b.first_us <= f.at_us), 0) AS ads_us
  FROM stream_fetch f WHERE f.run = :run AND f.ad IS NULL AND f.stream IN (SELECT stream FROM break)
),
-- How much of the content and of the ads in it had been asked for, beyond the time since then.
led AS MATERIALIZED (
  SELECT stream, at_us, duration_us, media_us + ads_us - at_us AS lead_us FROM content
),
origin AS MATERIALIZED (
  SELECT c.stream AS stream, min(c.at_us) AS opened_us, min(min(c.at_us), b.first_us) - min(c.media_us) AS zero_us
  FROM content c JOIN (SELECT stream, min(first_us) AS first_us FROM break GROUP BY stream) b ON b.stream = c.stream
  GROUP BY c.stream
),
-- When each ad began if nobody paused: behind the content and the ads in front of it.
begun AS MATERIALIZED (
  SELECT
    f.ad AS ad, f.at_us AS at_us, f.stream AS stream, f.duration_us AS duration_us, f.is_kept AS is_kept,
    o.opened_us AS opened_us,
    o.zero_us + min(c.media_us) + min(c.ads_us) - b.ads_us + f.before_us AS begun_us
  FROM fetched f JOIN break b ON b.stream = f.stream AND b.list = f.list JOIN origin o ON o.stream = f.stream
  JOIN content c ON c.stream = f.stream AND c.at_us >= b.first_us
  GROUP BY f.ad
),
spanned AS MATERIALIZED (
  SELECT
    g.*,
    -- What is in front of the content begins with it, when its buffer is full for the first time.
    coalesce((SELECT max(l.at_us) FROM led l WHERE l.stream = g.stream AND l.at_us <= g.begun_us),
        (SELECT max(l.at_us) FROM led l
          WHERE l.stream = g.stream AND l.at_us <= g.opened_us + $us(complete.graceSeconds))) AS from_us,
    (SELECT min(l.at_us) FROM led l
      WHERE l.stream = g.stream AND l.at_us + l.duration_us / 2 >= g.begun_us + g.duration_us) AS until_us
  FROM begun g
)
SELECT s.ad AS ad, s.at_us AS listed_us, s.until_us AS until_us
FROM spanned s JOIN led l ON l.stream = s.stream AND l.at_us BETWEEN s.from_us AND s.until_us
GROUP BY s.ad
-- Who pauses falls behind, who jumps over the ad or leaves it gets ahead.
HAVING max(l.lead_us) - min(l.lead_us) <= 3 * max(l.duration_us) / 2
  -- What must not be skipped was played if nobody got ahead.
  OR s.is_kept AND max(iif(l.at_us = s.until_us, l.lead_us, NULL))
  <= max(iif(l.at_us = s.from_us, l.lead_us, NULL)) + 3 * max(l.duration_us) / 2
