-- A request that is neither a beacon nor a document of ads nor media: what the app or the page asks for beside them.
CREATE TABLE other_request (
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  before_us INTEGER, -- When the one before it went to the same host; NULL for the first.
  KEY (exchange),
  INDEX (at_us)
) AS
-- All rows are read as they lie: the plus keeps from reading them in the order of their hosts. Few of them are left.
SELECT x.id AS exchange, x.at_us, lag(x.at_us) OVER (PARTITION BY +x.host ORDER BY x.at_us, x.id) AS before_us
FROM exchange x WHERE likely(x.run = :run) AND +x.host <> '' AND NOT x.is_media
  AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = x.id)
  AND NOT EXISTS (SELECT 1 FROM document d WHERE d.exchange = x.id)
