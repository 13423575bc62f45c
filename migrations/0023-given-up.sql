-- A notice that we ended as failed ourselves: its provider's later word, if any comes, is the truth. What the provider
-- says failed stays so.
alter table notice add column given_up boolean not null default false;
update notice set given_up = true where state = 'failed' and accepted_at is null;
