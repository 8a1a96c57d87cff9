-- The views page_image, ad_chain and verification_report are new. Trackers and scripts say which verification they belong to.

ALTER TABLE tracker_row ADD COLUMN verification INTEGER;
ALTER TABLE resource_row ADD COLUMN verification INTEGER;
