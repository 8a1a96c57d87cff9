-- An ad that a list names beside its stream, and whose stream was played on past it.
CREATE TABLE outplayed_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  listed_us INTEGER NOT NULL, -- When its list, or its media, were asked for.
  until_us INTEGER NOT NULL, -- When the stream had been played past its end.
  KEY (ad)
);
