-- Lists of the control panel: two characters are found as fast as one, and a phone by its first digits as it is shown.

create index alert_by_criteria_two on alert (left(lower(criteria), 2), name_key, id);
create index alert_by_owner_two on alert (left(owner_name, 2), name_key, id);

-- Without the 1 of North America, as the number is shown.
alter table phone add column digits text collate "C" generated always as
  (case when number like '+1__________' then substr(number, 3) else substr(number, 2) end) stored;
drop index phone_by_number;
create index phone_by_digits on phone (digits, id) include (owner_id);
