-- A visit to the page that an ad leads to: the request for it, or the first of those that redirects made of one.
CREATE TABLE landing (
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  resource INTEGER NOT NULL REFERENCES resource, -- What declares the page; of several that do, the first.
  at_us INTEGER NOT NULL, -- When it was sent.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad that declares it.
  kind TEXT NOT NULL, -- Whose page it is, as in resource: click-through, companion-click-through …
  event TEXT NOT NULL, -- The event that reports the tap: clickTracking, companionClickTracking …
  KEY (exchange, resource),
  INDEX (ad, kind, at_us)
) AS
WITH page AS MATERIALIZED (
  SELECT r.id AS resource, r.ad, r.kind, r.tap AS event, f.at_us, f.host, f.url
  FROM resource r JOIN exchange f ON f.id = r.fetch WHERE r.run = :run AND r.ad IS NOT NULL AND r.tap IS NOT NULL)
SELECT x.id AS exchange, x.at_us, min(g.resource) AS resource, g.ad, g.kind, g.event
FROM (SELECT DISTINCT host FROM page) h
CROSS JOIN exchange x ON x.run = :run AND x.host = h.host JOIN page g ON g.url = x.url AND x.at_us >= g.at_us
-- What a page asks for by itself opened nothing.
WHERE x.method <> 'OPTIONS' AND coalesce(x.made_as, 'page') IN ('page', 'frame') GROUP BY x.id, g.ad, g.kind
