-- What a stop stops, and which address of an owner a message may go to instead: both rules live here, in one place each.

-- everything: hard bounces, and all stops of texts. messages: all but mail about passwords and security to the
-- account's own verified email. alerts: one owner's unsubscribe. requests: mail that asks to verify or to register.
alter table suppression add column scope text check (scope in ('everything', 'messages', 'alerts', 'requests'));

create function suppression_scope() returns trigger language plpgsql as $$
begin
  -- Written by a process that knows no scopes, or where the reason says it.
  if new.scope is null then
    new.scope := case
      when new.owner_id is not null or new.email_id is not null then 'alerts'
      when new.reason = 'bounce' or new.channel = 'PHONE' then 'everything'
      else 'messages' end;
  end if;
  return new;
end $$;
create trigger suppression_has_scope before insert or update on suppression
  for each row execute function suppression_scope();
update suppression set scope = null;
alter table suppression alter column scope set not null;

-- Whether a stop keeps a kind of mail (shared/node/mail-kinds.ts) from an owner's address (decisions, section 8). A plain
-- expression, so that the planner sees through it. own_account: the address is the verified email of the owner's account.
create function stop_holds(
  scope text, stop_owner bigint, stop_email bigint, mail text, owner bigint, email bigint, own_account boolean
) returns boolean language sql immutable as $$
  select case
    when stop_owner is not null and stop_owner is distinct from owner then false
    when stop_email is not null and stop_email is distinct from email then false
    when scope = 'everything' then true
    when scope = 'messages' then mail <> 'security' or not own_account
    when scope = 'alerts' then mail in ('match', 'verify')
    else mail in ('verify', 'register') end
$$;

-- The account's email was verified by a link that went to it; null for one that staff typed.
alter table "user" add column email_verified_at timestamptz,
  -- Wrong passwords from browsers that the account does not know, since the owner last proved to be the owner.
  add column unproven_failures integer not null default 0;

create function user_email_changed() returns trigger language plpgsql as $$
begin
  -- Whoever sets another address says in the same statement that it is proved, or it is not.
  if new.email_verified_at is not distinct from old.email_verified_at then
    new.email_verified_at := null;
  end if;
  return new;
end $$;
create trigger user_email_is_unverified before update of email on "user"
  for each row when (lower(old.email) <> lower(new.email)) execute function user_email_changed();

-- Where else an owner may be written to, the best first by rank and id: a verified address that an active alert of
-- theirs uses, else the account's verified email. Never one that was removed, or that takes no such mail.
create function verified_emails(of_owner bigint, mail text)
returns table (rank integer, email_id bigint, address text) language sql stable as $$
  select way.rank, way.email_id, way.address from (
    select 1, e.id, e.address from email_address e
      where e.owner_id = of_owner and e.in_use and e.verified_at is not null
    union all
    select 2, null, u.email from "user" u where u.id = of_owner and u.email <> '' and u.email_verified_at is not null
  ) as way (rank, email_id, address)
  where not exists (
    select from suppression s where s.channel = 'EMAIL' and s.target = lower(way.address) and s.lifted_at is null
      and stop_holds(s.scope, s.owner_id, s.email_id, mail, of_owner, way.email_id, way.email_id is null))
$$;
