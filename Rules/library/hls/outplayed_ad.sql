-- Ads of an asset list that were played.
-- needs: passed_interlude
INSERT INTO outplayed_ad
SELECT CAST(p.item AS INTEGER) AS ad, p.listed_us, p.until_us
FROM passed_interlude p WHERE p.run = :run AND p.kind = 'list'
