-- Which worker holds a claim, so that others need not wait for the lease of one that died. It counts only while
-- owner_attempt = attempt: a process of the previous release adds one to attempt, and knows nothing of owners.
alter table delivery add column owner integer, add column owner_attempt integer;

-- The numbers of workers that hold claims. Each worker holds the advisory lock of its number on a connection of its own;
-- whoever finds a number without its lock frees the claims, and deletes the row.
create table delivery_worker (number integer primary key);
