-- The end of an ad break is the end of the ad that began last in it.
-- needs: break_ad
INSERT INTO sign
WITH ended AS MATERIALIZED (
  -- The columns beside a maximum are those of its row.
  SELECT
    f.id AS firing, f.at_us, p.id AS ad_play, p.duration_us AS length_us,
    max(coalesce(p.start_us, p.impression_us)) AS began_us
  FROM firing f JOIN tracker t ON t.id = f.tracker JOIN break_ad b ON b.run = :run AND b.break = t.ad
  JOIN ad_play p ON p.ad = b.ad AND p.family = 'vast' AND coalesce(p.start_us, p.impression_us) < f.at_us
  WHERE f.run = :run AND f.family = 'vmap' AND f.event = 'breakEnd' AND f.repeat_class IN ('first', 'later-play')
    AND f.ambiguous = 0 AND f.direct = 1
  GROUP BY f.id
)
SELECT
  'ad_play' AS owner_kind, ad_play AS owner, at_us, 'next' AS kind,
  iif(at_us - began_us BETWEEN length_us - 1500000 AND length_us + $us(complete.graceSeconds), length_us, NULL)
  AS position_us,
  1 AS is_proof, 'vmap' AS source, 'firing' AS evidence_table, firing AS evidence_id
FROM ended
