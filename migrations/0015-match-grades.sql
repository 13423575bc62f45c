-- How sure a match is: certain and likely ones are notified right away, possible ones are collected for a weekly email.

-- Whether an alert collects possible matches: true, false, or null for an alert from before there were grades, or of a
-- caller that did not say. Then whatever its other options find is sent right away, as it always was.
alter table alert add column possible boolean;

-- 'Not about me' of a possible match leaves out further possible ones by the same words of a name.
alter table alert_exception drop constraint alert_exception_kind_check;
alter table alert_exception add constraint alert_exception_kind_check check (kind in ('middleName', 'coOwner', 'spelling'));
