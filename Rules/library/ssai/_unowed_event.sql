-- An event that only a user, an error, or what was seen of an ad causes, in lower case and without signs: none is owed.
-- needs: event_contract
CREATE TABLE _unowed_event (
  event TEXT NOT NULL, -- The event.
  KEY (event)
) AS
WITH known(event) AS (
  VALUES ('clickthrough'), ('click'), ('adclick'), ('iconclick'), ('iconclickthrough'), ('iconclickfallbackimage'),
    ('companionview'), ('companionclick'), ('companionclickthrough'), ('nonlinearclick'), ('nonlinearclickthrough'),
    ('verificationnotexecuted'), ('skipad'), ('stop'), ('backtocontent'), ('fallback'), ('surveyview'),
    ('timespentviewing')
)
SELECT event FROM known
UNION
-- Of viewable, notViewable and viewUndetermined at most one is sent, and only by a player that measures.
SELECT lower(event) FROM event_contract
WHERE run = :run AND family = 'vast' AND grp IN ('interaction', 'condition', 'end', 'error')
