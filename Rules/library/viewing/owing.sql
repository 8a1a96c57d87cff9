-- What a family owes in the run and of which nothing shows that it was done. A family with such a row and without a witness
-- of behaviour leaves the run open.
CREATE TABLE owing (
  family TEXT NOT NULL, -- The family.
  what TEXT NOT NULL, -- What was not seen, in a sentence.
  is_alone INTEGER NOT NULL, -- 1 where no other witness of the family settles it.
  evidence_table TEXT NOT NULL, -- The view that holds what shows that it is owed.
  evidence_id INTEGER NOT NULL, -- The row there; it is no witness of itself.
  INDEX (family)
);
