-- The address that a ticket was sent to: it proves that one, whatever the account says by then.
alter table ticket add column target text;
