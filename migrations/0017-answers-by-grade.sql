-- What staff count of answers to notices, by how sure the match was: for every answer, so that a share of them can be
-- 'This is not about me'. Kept with the answer, without names, so that an alert that is deleted later still counts.
-- notice_answer.cause is kept for every answer from now on, too.

alter table notice_answer
  -- Null for an answer from before there were grades.
  add column grade text check (grade in ('CERTAIN', 'LIKELY', 'POSSIBLE')),
  -- How many records a year are expected to have the alert's name, by the census; null for a business or a parcel.
  add column expected_records double precision,
  -- The same for the more common of the two names that met by a close spelling; null for other matches.
  add column expected_records_of_pair double precision;
