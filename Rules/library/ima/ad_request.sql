-- A request for ads in the form of Google's: what of its parameters is judged, or distinguishes one view from another.
CREATE TABLE ad_request (
  subject_id INTEGER NOT NULL REFERENCES beacon, -- The request.
  from_us INTEGER NOT NULL, -- When it was sent.
  to_us INTEGER NOT NULL, -- The same time: it takes none.
  at_us INTEGER NOT NULL, -- The same time.
  correlator TEXT, -- The number of the page view; NULL without the parameter.
  view TEXT NOT NULL, -- Equal where host, ad unit, video and page are: what one view has in common.
  is_later INTEGER NOT NULL, -- 1 for a mid-roll or post-roll: it belongs to the view of the request before it.
  ad_rule TEXT, -- Whether rules place the breaks, as sent.
  output TEXT, -- The format that is asked for, as sent.
  us_privacy TEXT, -- The US privacy string; NULL without the parameter.
  rdp TEXT, -- Restricted data processing, as sent.
  KEY (subject_id)
) AS
SELECT
  b.id AS subject_id, b.at_us AS from_us, b.at_us AS to_us, b.at_us,
  max(p.value) FILTER (WHERE p.name = 'correlator') AS correlator,
  b.host || coalesce(max(p.value) FILTER (WHERE p.name = 'iu'), '')
  || coalesce(max(p.value) FILTER (WHERE p.name = 'vid'), '')
  || coalesce(max(p.value) FILTER (WHERE p.name IN ('url', 'description_url')), '') AS view,
  coalesce(max(p.value IN ('midroll', 'postroll')) FILTER (WHERE p.name = 'vpos'), 0) AS is_later,
  max(p.value) FILTER (WHERE p.name = 'ad_rule') AS ad_rule, max(p.value) FILTER (WHERE p.name = 'output') AS output,
  max(p.value) FILTER (WHERE p.name = 'us_privacy') AS us_privacy, max(p.value) FILTER (WHERE p.name = 'rdp') AS rdp
FROM beacon b LEFT JOIN parameter p ON p.beacon = b.id AND p.subkey IS NULL
WHERE b.run = :run AND b.family = 'ima' AND b.kind = 'ad-request'
GROUP BY b.id
