-- An asset that was loaded, with the length that its metadata give, and how far its positions came.
CREATE TABLE nielsen_loading (
  call INTEGER NOT NULL REFERENCES call, -- The loadMetadata.
  stream INTEGER NOT NULL REFERENCES session, -- The stream.
  log INTEGER REFERENCES session, -- The log that this is of.
  loading INTEGER NOT NULL, -- Its number within the instance.
  at_us INTEGER NOT NULL, -- When it was called, by the log.
  part TEXT, -- ad or content.
  asset TEXT, -- The asset.
  length INTEGER, -- In seconds; NULL unless it is of digits only. 0 and 86400 are live.
  first INTEGER, -- The first position that was reported of it.
  furthest INTEGER, -- The furthest position; the times of live streams do not count.
  last INTEGER REFERENCES call, -- The last call with such a position.
  viewing INTEGER, -- Of a content: its loadings up to that of another content are one viewing, over the ads between them.
  begun INTEGER NOT NULL REFERENCES call, -- The first loadMetadata of this asset in the stream.
  begun_us INTEGER NOT NULL, -- When that was called.
  is_partial INTEGER, -- 1 where the log leaves out some calls.
  KEY (call)
) AS
SELECT
  call, stream, log, loading, at_us, part, asset, length, first, furthest, last, viewing, begun, begun_us, is_partial
FROM call_loading WHERE run = :run
