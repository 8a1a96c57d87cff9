-- One word, one meaning. The view firing says repeat_class in words in the place of repeat in numbers, ping too; ping and call_step
-- say part (ad, content) in the place of stream (a, c); ad, omid_event, ima_event and omid_signal count with ordinal, ground has
-- path in the place of place. Rules judge runs, which were called captures.

UPDATE finding_row SET subject_kind = 'run' WHERE subject_kind = 'capture';
UPDATE verdict_row SET subject_kind = 'run' WHERE subject_kind = 'capture';
