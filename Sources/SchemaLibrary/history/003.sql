-- The views ad_chain, verification_report and interactive_ad are new. Documents say whether an auction's answer holds them,
-- trackers and scripts which verification they belong to, and ads what their skipoffset says, which of a wrapper may be a part
-- of a duration that it has not.

ALTER TABLE document_row ADD COLUMN offer INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tracker_row ADD COLUMN verification INTEGER;
ALTER TABLE resource_row ADD COLUMN verification INTEGER;
ALTER TABLE ad_row ADD COLUMN skip_offset TEXT;
