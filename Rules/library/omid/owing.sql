-- OMID messages that were cut off at one length: what stood behind that is not known.
-- needs: omid_cut
INSERT INTO owing
SELECT
  'omid' AS family, 'the messages of the verification script were cut off at one length' AS what, 1 AS is_alone,
  'beacon' AS evidence_table, min(beacon) AS evidence_id
FROM omid_cut WHERE run = :run
GROUP BY host
