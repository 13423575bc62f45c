-- A notice that we ended as failed ourselves: its provider's later word, if any comes, is the truth. What the provider
-- says failed stays so. A worker of the release before, which may still run, does not say that it gave one up: what it
-- ends as failed counts as its provider's word, as all did until now.
alter table notice add column given_up boolean not null default false;
update notice set given_up = true where state = 'failed' and accepted_at is null;
