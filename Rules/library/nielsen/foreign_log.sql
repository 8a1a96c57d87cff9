-- Logs of another app, or of another time.
-- needs: nielsen_log
INSERT INTO foreign_log
SELECT 'nielsen' AS source, max(l.because) AS because FROM nielsen_log l
WHERE l.run = :run AND EXISTS (SELECT 1 FROM exchange x WHERE x.run = :run)
HAVING count(*) > 0 AND max(l.state NOT IN ('other-app', 'other-time')) = 0
