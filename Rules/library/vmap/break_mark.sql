-- A breakStart or breakEnd of a break that played ads: a row for each of its URLs in each run of the break.
-- needs: break_ad, break_play
CREATE TABLE break_mark (
  break INTEGER NOT NULL REFERENCES ad, -- The ad break.
  nth INTEGER NOT NULL, -- Its first, second, … run, as in break_play.
  tracker INTEGER NOT NULL REFERENCES tracker, -- The URL.
  event TEXT NOT NULL, -- breakStart or breakEnd.
  url TEXT NOT NULL, -- As declared.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play whose impression came first in the run.
  begun_us INTEGER NOT NULL, -- That impression.
  ended_us INTEGER, -- When an ad of the run ended last; NULL where nothing says so.
  is_due INTEGER NOT NULL, -- 1 where the break was over for certain: the end's in this run, the start's in the one before.
  since_us INTEGER NOT NULL, -- Since when the URL is of this run; 0 where no run before it has that URL.
  until_us INTEGER NOT NULL, -- Until when it is; far off where no run after it has that URL.
  is_sent INTEGER NOT NULL, -- 1 where it was sent then, for whichever break: breaks may share a URL.
  KEY (break, nth, tracker),
  INDEX (url, event)
) AS
WITH mark AS (
  SELECT y.break, y.nth, t.id AS tracker, t.event, t.url, min(iif(p.impression_us IS NULL, NULL, p.id)) AS ad_play,
    min(p.impression_us) AS begun_us, max(p.end_us) AS ended_us,
    -- A viewer may leave between two ads, and ads at the end of a pod may be dropped: only a break of which every ad
    -- has ended is over for certain.
    min(p.end_us IS NOT NULL AND p.end_reason <> 'superseded') AND count(DISTINCT p.ad) = (
      SELECT count(*) FROM break_ad o JOIN ad i ON i.id = o.ad AND i.kind = 'inline'
      WHERE o.run = :run AND o.break = y.break AND o.answer IN (
        SELECT z.answer FROM break_play z WHERE z.run = :run AND z.break = y.break AND z.nth = y.nth)) AS is_over,
    max(max(p.end_us)) OVER (v ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS over_us,
    lag(min(p.impression_us)) OVER v AS before_us, lead(min(p.impression_us)) OVER v AS after_us,
    lead(max(p.end_us)) OVER v AS next_us
  FROM break_play y JOIN ad_play p ON p.id = y.ad_play
  JOIN tracker t ON t.ad = y.break AND t.family = 'vmap' AND t.event IN ('breakStart', 'breakEnd')
  WHERE y.run = :run GROUP BY y.break, y.nth, t.id HAVING min(p.impression_us) IS NOT NULL
  WINDOW v AS (PARTITION BY t.url, t.event ORDER BY min(p.impression_us))),
span AS (
  SELECT *, iif(event = 'breakEnd', is_over, lag(is_over, 1, 1) OVER (PARTITION BY tracker ORDER BY nth)) AS is_due,
    -- A start comes before the run's first impression, an end behind its last ad. Where runs overlap, as on two
    -- devices, a mark may be of either.
    CASE WHEN over_us < begun_us THEN iif(event = 'breakEnd', begun_us, before_us + $us(order.slackMs)) ELSE 0 END
    AS since_us,
    CASE WHEN after_us > coalesce(ended_us, begun_us) THEN iif(event = 'breakEnd',
        coalesce(next_us - $us(order.slackMs), after_us), coalesce(ended_us, after_us)) ELSE 9e18 END AS until_us
  FROM mark)
SELECT break, nth, tracker, event, url, ad_play, begun_us, ended_us, is_due, since_us, until_us, EXISTS (
  SELECT 1 FROM tracker t JOIN firing f ON f.tracker = t.id
  WHERE t.run = :run AND t.url = s.url AND f.at_us BETWEEN s.since_us AND s.until_us) AS is_sent FROM span s
