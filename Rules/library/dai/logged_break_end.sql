-- When a break was over, as the log of the player has it.
-- needs: ima_clock
CREATE TABLE logged_break_end (
  at_us INTEGER NOT NULL, -- When, on the clock of the run.
  KEY (at_us)
) AS
SELECT DISTINCT b.at_us + coalesce(c.offset_us, 0) AS at_us FROM ima_event b
LEFT JOIN ima_clock c ON c.run = :run AND c.is_sure WHERE b.run = :run AND b.event IN ('breakEnd', 'contentResume')
