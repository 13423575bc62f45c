-- What an owner answered to any message of a record is shown at all of them, and asked for when an answer is taken back.
create index notice_answer_record on notice_answer (owner_key, event_id);
