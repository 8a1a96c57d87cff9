-- The script of a verification that an ad or one of its wrappers declares, for an ad play that started.
CREATE TABLE verification_script (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad or wrapper.
  verification INTEGER NOT NULL, -- Which of that ad's verifications, from 1.
  level INTEGER NOT NULL, -- 0 is the ad itself, n its nth wrapper.
  vendor TEXT NOT NULL, -- The vendor as declared; empty without one.
  resource INTEGER NOT NULL REFERENCES resource, -- Its first script, the one that was requested.
  state TEXT NOT NULL, -- brought, refused (by its server, or where that redirects to) or unseen.
  requested_us INTEGER, -- When a script of it was requested; NULL where none was for this document.
  is_hidden INTEGER NOT NULL, -- 1 where requests to its host may have gone unseen before the start.
  is_reportable INTEGER NOT NULL, -- 1 where it declares a verificationNotExecuted.
  reported INTEGER, -- 1 where that was sent, 0 where perhaps for another verification; NULL where it was not.
  KEY (ad_play, ad, verification)
) AS
WITH tried AS MATERIALIZED (
  SELECT x.url, min(coalesce(x.status, 200) >= 400 OR EXISTS (
    SELECT 1 FROM redirect d JOIN exchange z ON z.id = d.target WHERE d.exchange = x.id AND z.status >= 400))
    AS is_refused
  FROM exchange x
  WHERE x.run = :run AND x.method <> 'OPTIONS' AND x.host IN (
    SELECT f.host FROM resource r JOIN exchange f ON f.id = r.fetch WHERE r.run = :run AND r.kind = 'verification')
  GROUP BY x.url)
SELECT p.id AS ad_play, u.ad, u.level, r.verification, coalesce(r.type, '') AS vendor,
  coalesce(min(h.id), min(r.id)) AS resource,
  CASE min(s.is_refused) WHEN 0 THEN 'brought' WHEN 1 THEN 'refused' ELSE 'unseen' END AS state,
  min(iif(h.url IS NULL, NULL, s.at_us)) AS requested_us,
  EXISTS (
    SELECT 1 FROM hidden_resource b
    WHERE b.resource = r.id AND b.since_us <= p.start_us AND b.until_us >= p.from_us) AS is_hidden,
  EXISTS (
    SELECT 1 FROM tracker t
    WHERE t.ad = u.ad AND t.event = 'verificationNotExecuted' AND t.verification = r.verification) AS is_reportable,
  (
    SELECT max(n.sole) FROM verification_report n
    WHERE n.ad_play = p.id AND n.ad = u.ad AND n.verification = r.verification) AS reported
FROM ad_play p JOIN ad_chain u ON u.ad_play = p.id JOIN resource r ON r.kind = 'verification' AND r.ad = u.ad
LEFT JOIN (
  -- Refused at first, another request for it may have brought it.
  SELECT r.url, min(x.at_us) AS at_us, min(t.is_refused) AS is_refused
  FROM resource r JOIN exchange x ON x.id = r.fetch CROSS JOIN tried t ON t.url = x.url
  WHERE r.run = :run AND r.kind = 'verification' GROUP BY r.url) s ON s.url = r.url
-- Ads of one document that name the same script share its request.
LEFT JOIN resource h ON h.document = r.document AND h.kind = r.kind AND h.url = r.url AND h.fetch IS NOT NULL
WHERE p.run = :run AND p.start_us IS NOT NULL AND r.verification IS NOT NULL GROUP BY p.id, u.ad, r.verification
