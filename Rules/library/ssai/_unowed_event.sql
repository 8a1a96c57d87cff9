-- An event that only a user, an error, or what was seen of an ad causes, in lower case and without signs: none is owed.
CREATE TABLE _unowed_event (
  event TEXT NOT NULL, -- The event.
  KEY (event)
) AS
WITH known(event) AS (
  VALUES ('mute'), ('unmute'), ('pause'), ('resume'), ('rewind'), ('skip'), ('clicktracking'), ('clickthrough'),
    ('click'), ('adclick'), ('customclick'), ('iconclick'), ('iconclicktracking'), ('iconview'), ('error'),
    ('fullscreen'), ('exitfullscreen'), ('playerexpand'), ('playercollapse'), ('expand'), ('collapse'),
    ('closelinear'), ('close'), ('acceptinvitation'), ('acceptinvitationlinear'), ('otheradinteraction'),
    ('verificationnotexecuted'), ('notused'), ('interactivestart'), ('adexpand'), ('adcollapse'), ('minimize'),
    ('skipad'), ('stop'), ('backtocontent'), ('fallback'), ('surveyview'), ('iconclickthrough'),
    ('iconclickfallbackimage'), ('companionview'), ('companionclick'), ('companionclicktracking'),
    ('companionclickthrough'), ('nonlinearclick'), ('nonlinearclicktracking'), ('nonlinearclickthrough'),
    -- At most one of the three is sent, and only by a player that measures.
    ('viewable'), ('notviewable'), ('viewundetermined'), ('overlayviewduration'), ('timespentviewing')
)
SELECT event FROM known
