-- What the account's email or phone was until another took its place: home says which alerts still go there. False once
-- its owner says that they may.
alter table email_address add column was_account boolean not null default false;
alter table phone add column was_account boolean not null default false;
