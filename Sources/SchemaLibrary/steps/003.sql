-- The views ad_chain, verification_report and interactive_ad are new. Trackers and scripts say which
-- verification they belong to, and ads what their skipoffset says, which of a wrapper may be a part of a duration it has not.

ALTER TABLE tracker_row ADD COLUMN verification INTEGER;
ALTER TABLE resource_row ADD COLUMN verification INTEGER;
ALTER TABLE ad_row ADD COLUMN skip_offset TEXT;
