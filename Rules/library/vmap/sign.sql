-- The end of an ad break is the end of the ad that began last in it.
-- needs: break_ad
INSERT INTO sign
-- The columns beside a maximum are those of its row.
SELECT 'ad_play' AS owner_kind, p.id AS owner, f.at_us, 'next' AS kind, 1 AS is_proof, 'vmap' AS source,
  iif(f.at_us - max(p.began_us) BETWEEN p.duration_us - 1500000 AND p.duration_us + $us(complete.graceSeconds),
      p.duration_us, NULL) AS position_us, 'firing' AS evidence_table, f.id AS evidence_id
FROM firing f JOIN tracker t ON t.id = f.tracker JOIN break_ad b ON b.run = :run AND b.break = t.ad
JOIN ad_play p ON p.ad = b.ad AND p.family = 'vast' AND p.began_us < f.at_us
WHERE f.run = :run AND f.family = 'vmap' AND f.event = 'breakEnd' AND f.repeat_class IN ('first', 'later-play')
  AND f.ambiguous = 0 AND f.direct = 1 GROUP BY f.id
