-- An ad with media of its own, for which the content of a stream stands: of an asset list, or of a pod.
CREATE TABLE interlude_ad (
  stream INTEGER NOT NULL REFERENCES document, -- The stream of the content, as in playlist_reading.
  kind TEXT NOT NULL, -- list or pod.
  break INTEGER NOT NULL, -- The list, a document, or the pod: the beacon of its first request.
  item TEXT NOT NULL, -- The ad: its id, or its name in the metadata.
  at_us INTEGER NOT NULL, -- When its media was asked for.
  before_us INTEGER NOT NULL, -- How long those in front of it in its break are that were fetched.
  length_us INTEGER NOT NULL, -- How long it is.
  is_kept INTEGER NOT NULL, -- 1 where it must not be skipped.
  media INTEGER REFERENCES document, -- The stream that its break's own media is; NULL where each ad has its own.
  place_us INTEGER, -- Where its break stands in the content's media; NULL where that is not known.
  resume_us INTEGER, -- How far behind that the content goes on; NULL where nothing says so.
  INDEX (stream, break)
);
