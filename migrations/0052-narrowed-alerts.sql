-- Match options and exceptions that leave out records end notices too.
alter table notice_change drop constraint notice_change_act_check;
alter table notice_change add constraint notice_change_act_check
  check (act in ('recipient', 'number', 'off', 'paused', 'narrowed', 'criteria', 'deleted', 'account'));

-- When 'This looks wrong' was taken back. Said once more, it is news to staff.
alter table report_mail add column withdrawn_at timestamptz;
