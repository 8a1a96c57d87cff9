-- An ad of an interlude before which the player fetched content as far ahead as behind it: so it played it.
-- needs: interlude_ad, stream_fetch
CREATE TABLE passed_interlude (
  kind TEXT NOT NULL, -- As in interlude_ad.
  item TEXT NOT NULL, -- As in interlude_ad.
  listed_us INTEGER NOT NULL, -- When its media was asked for.
  until_us INTEGER NOT NULL, -- When the content had been played on behind it, and what stands at its end was due.
  KEY (kind, item)
) AS
WITH
-- The content that a break stands for is not asked for where the player goes on behind it: the break adds the rest of
-- its length. Where nothing says how much that is, a segment that was left out shows that it is as much as the ads.
-- Who asks for it all the same is no measure of where the break stands.
break AS MATERIALIZED (
  SELECT stream, break, first_us, ads_us, iif(out_us IS NULL, NULL, place_us) AS place_us,
    ads_us - coalesce(out_us, 0) AS added_us, sum(ads_us - coalesce(out_us, 0)) OVER (
        PARTITION BY stream ORDER BY first_us) - ads_us + coalesce(out_us, 0) AS front_us
  FROM (
    -- The columns beside a minimum are those of its row.
    SELECT b.*, iif(b.place_us + b.left_us - min(f.media_us)
        BETWEEN -$us(order.slackMs) AND min(f.duration_us, b.most_us - f.duration_us), b.left_us,
        iif(b.resume_us > min(f.media_us) - b.place_us, NULL, 0)) AS out_us
    FROM (
      SELECT stream, break, min(at_us) AS first_us, sum(length_us) AS ads_us, place_us, resume_us,
        coalesce(resume_us, sum(length_us)) AS left_us, iif(resume_us IS NULL, sum(length_us), 9e18) AS most_us
      FROM interlude_ad WHERE run = :run GROUP BY stream, break) b
    LEFT JOIN stream_fetch f ON f.run = :run AND f.stream = b.stream AND f.at_us >= b.first_us
      AND f.media_us >= b.place_us - $us(order.slackMs) GROUP BY b.stream, b.break)),
-- With how much of the content and of the ads in it had been asked for, beyond the time since then.
content AS MATERIALIZED (
  SELECT f.stream, f.at_us, f.media_us, f.duration_us, f.media_us + coalesce(sum(b.added_us), 0) - f.at_us AS lead_us
  FROM stream_fetch f LEFT JOIN break b ON b.stream = f.stream AND b.first_us <= f.at_us
    AND (b.place_us IS NULL OR f.media_us >= b.place_us - $us(order.slackMs))
  WHERE f.run = :run AND f.ad IS NULL AND f.stream IN (SELECT stream FROM break) GROUP BY f.exchange),
-- When each ad began if nobody paused: behind the content and the ads in front of it.
begun AS MATERIALIZED (
  SELECT a.*, o.opened_us, o.zero_us, b.first_us, b.ads_us,
    o.zero_us + coalesce(b.place_us, min(c.media_us)) + b.front_us + a.before_us AS begun_us
  FROM interlude_ad a JOIN break b ON b.stream = a.stream AND b.break = a.break JOIN (
    SELECT c.stream, min(c.at_us) AS opened_us, min(min(c.at_us), min(b.first_us)) - min(c.media_us) AS zero_us
    FROM content c JOIN break b ON b.stream = c.stream GROUP BY c.stream) o ON o.stream = a.stream
  JOIN content c ON c.stream = a.stream AND c.at_us >= b.first_us
  WHERE a.run = :run GROUP BY a.stream, a.kind, a.item),
-- What was fetched of the content and the ads, how far ahead it lay, and whether the player had waited to ask for it;
-- with the most that lay ahead until then, the most of the content when the buffer was full, and until when all was
-- surely played: who paused has less ahead of him.
piece AS MATERIALIZED (
  SELECT *, max(lead_us) OVER w AS most_us, max(iif(is_content AND is_waited, lead_us, NULL)) OVER w AS full_us,
    at_us + min(0, lead_us - coalesce(max(iif(is_waited, lead_us, NULL)) OVER w, lead_us)) AS played_us
  FROM (
    -- The first of an ad is asked for when its playlist has come.
    SELECT *, NOT is_first AND coalesce(
        at_us - lag(at_us) OVER (PARTITION BY stream ORDER BY at_us) >= duration_us / 4, 0) AS is_waited
    FROM (
      SELECT stream, at_us, duration_us, lead_us, 1 AS is_content, 0 AS is_first FROM content
      UNION ALL
      SELECT g.stream, f.at_us, f.duration_us, g.begun_us - g.zero_us + f.media_us - f.at_us, 0, f.media_us <= 0
      FROM begun g JOIN stream_fetch f ON f.run = :run AND (
          g.kind = 'list' AND f.ad = CAST(g.item AS INTEGER) OR f.stream = g.media AND g.before_us = 0)))
  WINDOW w AS (PARTITION BY stream ORDER BY at_us)),
spanned AS MATERIALIZED (
  SELECT g.*, coalesce(
      max(c.at_us) FILTER (WHERE c.at_us < g.begun_us - c.is_content * g.before_us AND g.begun_us > g.first_us),
      -- In front of all content: when the buffer was full. Nobody skips what must not be skipped before that.
      min(c.at_us) FILTER (WHERE g.is_kept AND c.is_waited AND c.at_us < g.begun_us + g.length_us),
      max(c.at_us) FILTER (WHERE c.at_us <= g.begun_us + $us(player.pollSeconds))) AS from_us,
    min(c.at_us) FILTER (WHERE c.is_content AND c.played_us >= g.begun_us + g.length_us + $us(player.pollSeconds))
    AS until_us FROM begun g JOIN piece c ON c.stream = g.stream GROUP BY g.stream, g.kind, g.item),
even AS (
  SELECT s.kind, s.item, s.at_us AS listed_us, s.until_us
  FROM spanned s JOIN piece l ON l.stream = s.stream AND l.at_us BETWEEN s.from_us AND s.until_us
  GROUP BY s.stream, s.kind, s.item
  -- Who pauses falls behind, who jumps over the ad or leaves it gets ahead, if only by its last seconds; what must not
  -- be skipped, by all of it. How much is held when the buffer is full the content shows, else the last that filled it.
  HAVING max(l.lead_us) FILTER (WHERE l.at_us = s.until_us) <= iif(s.is_kept,
      max(l.most_us) FILTER (WHERE l.at_us = s.from_us)
      + max(3 * max(l.duration_us) / 2, s.ads_us - 3 * max(l.duration_us) / 2),
      $us(player.pollSeconds) + coalesce(
          max(l.full_us) FILTER (WHERE l.at_us = s.from_us),
          min(max(l.lead_us + l.duration_us) FILTER (WHERE l.at_us = s.from_us),
              coalesce(min(l.lead_us) FILTER (WHERE l.is_waited), 9e18))))
    AND (s.is_kept OR max(l.lead_us) - min(l.lead_us) <= 3 * max(l.duration_us) / 2)),
-- In front of all content: that was asked for first when just the break's ads were over.
opening AS (
  SELECT g.kind, g.item, g.at_us AS listed_us, g.opened_us AS until_us
  FROM begun g WHERE g.opened_us > g.first_us AND abs(g.opened_us - g.first_us - g.ads_us) <= $us(quartile.lateSeconds))
SELECT kind, item, listed_us, min(until_us) AS until_us FROM (SELECT * FROM even UNION ALL SELECT * FROM opening)
GROUP BY kind, item
