-- What the link of a new profile email did when it was first followed, so that it gives the same answer again.
alter table ticket add column replaced text;
alter table ticket add column moved_alerts integer;
