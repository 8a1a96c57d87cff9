-- An ad play of an ad break, and in which run of the break it came. A break runs again where its ads were over for a
-- while, and then one of them was played anew, or one of another answer to its tag.
-- needs: break_ad
CREATE TABLE break_play (
  break INTEGER NOT NULL REFERENCES ad, -- The ad break.
  nth INTEGER NOT NULL, -- Its first, second, … run.
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  answer INTEGER NOT NULL REFERENCES document, -- The document that brought its ad to the break.
  KEY (break, nth, ad_play)
) AS
SELECT break, 1 + count(*) FILTER (WHERE is_again) OVER (PARTITION BY break ORDER BY id) AS nth, id AS ad_play, answer
FROM (
  SELECT b.break, b.answer, p.id, (p.nth > lag(p.nth) OVER w OR b.answer <> lag(b.answer) OVER w)
    AND coalesce(p.began_us, p.from_us) > lag(p.end_us) OVER w + $us(owing.graceSeconds) AS is_again
  FROM break_ad b JOIN ad_play p ON p.ad = b.ad AND p.family = 'vast'
  WHERE b.run = :run WINDOW w AS (PARTITION BY b.break ORDER BY p.id))
