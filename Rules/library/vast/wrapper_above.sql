-- A wrapper that led to an ad or to another wrapper.
CREATE TABLE wrapper_above (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad or wrapper that it led to.
  level INTEGER NOT NULL, -- 1 is the one right above, n the nth.
  wrapper INTEGER NOT NULL REFERENCES ad, -- The wrapper.
  KEY (ad, level)
) AS
WITH RECURSIVE above(ad, wrapper, level) AS (
  SELECT a.id, w.id, 1 FROM ad a JOIN ad w ON w.id = a.parent AND w.kind = 'wrapper' WHERE a.run = :run
  UNION ALL SELECT u.ad, w.id, u.level + 1
  FROM above u JOIN ad p ON p.id = u.wrapper JOIN ad w ON w.id = p.parent AND w.kind = 'wrapper' WHERE u.level < 32)
SELECT ad, wrapper, level FROM above
