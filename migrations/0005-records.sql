-- Recorded documents as the feeds post them.
create table feed (
  id bigint generated always as identity primary key,
  name text not null,
  -- What the county says about the feed's files; null or false where it says nothing.
  time_zone text,
  name_order text check (name_order in ('LAST_FIRST', 'FIRST_LAST')),
  name_width integer check (name_width between 5 and 500),
  column_mapping jsonb,
  double_space_splits boolean not null default false,
  loses_leading_zeros boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1
);
create unique index feed_name on feed (lower(name));

create table feed_key (
  id bigint generated always as identity primary key,
  feed_id bigint not null references feed on delete cascade,
  key_hash bytea not null unique,
  -- The first characters, so that staff can tell keys apart.
  hint text not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  revoked_at timestamptz
);
create index feed_key_feed on feed_key (feed_id);

-- The days on which a feed posted, in the county's time: its usual days of the week.
create table feed_day (
  feed_id bigint not null references feed on delete cascade,
  day date not null,
  primary key (feed_id, day)
);

-- What a feed's records say about its format, for staff to see on its page. A worker writes it.
create table feed_check (
  feed_id bigint primary key references feed on delete cascade,
  -- When the server last asked for a check: after a change of the feed's format, or because staff did.
  requested_at timestamptz,
  -- When the last check began, and when the last successful one ended.
  tried_at timestamptz,
  checked_at timestamptz,
  -- The feed's version at that check: later ones have another format.
  feed_version integer,
  -- Records stored then, counted up to a thousand, and records read.
  held integer not null default 0,
  records integer not null default 0,
  -- shared/contract/feed-finding.ts FeedFinding[]
  findings jsonb not null default '[]',
  -- Findings that staff discarded, as they were then.
  discarded jsonb not null default '[]'
);

create table event (
  id bigint generated always as identity primary key,
  -- Of a feed, which is closed but never deleted. Without a foreign key: its check would cost a quarter of every insert.
  feed_id bigint not null,
  document_id text not null,
  revision integer not null default 1,
  -- SHA-256 of all fields in a canonical form: the same content again is a duplicate.
  content_hash bytea not null,
  document_type text not null default '',
  document_description text not null default '',
  recorded_at timestamptz not null,
  -- False where the feed gave a date only.
  recorded_has_time boolean not null,
  -- The county's date.
  recorded_on date not null,
  document_url text not null default '',
  legal_description text not null default '',
  parties json not null,
  parcels json not null,
  -- The street address of parcels for which the feed gave one: { [parcel as sent]: address }.
  situs_addresses json,
  -- Parcel values that were set aside, each with its reason: [{ value, reason }].
  mangled_parcels json,
  extra json,
  -- The recorder withholds its content: 0008 moves that to restricted_content.
  restricted boolean not null default false,
  received_at timestamptz not null default now(),
  unique (feed_id, document_id)
);
create index event_received on event (received_at);

-- The content that a revision replaced.
create table event_revision (
  event_id bigint not null references event on delete cascade,
  revision integer not null,
  content_hash bytea not null,
  body json not null,
  received_at timestamptz not null,
  primary key (event_id, revision)
);

-- What could not be stored, as sent, and records that matching could not read.
create table quarantine (
  id bigint generated always as identity primary key,
  feed_id bigint references feed on delete cascade,
  stage text not null check (stage in ('ingest', 'matching')),
  event_id bigint references event on delete cascade,
  document_id text not null default '',
  body json not null,
  problems jsonb not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  outcome text check (outcome in ('retried', 'discarded'))
);
create index quarantine_open on quarantine (created_at desc) where settled_at is null;
-- To find an item that is sent again among the open ones.
create index quarantine_again on quarantine (feed_id, document_id) where settled_at is null and stage = 'ingest';
create index quarantine_feed on quarantine (feed_id, created_at desc) where settled_at is null;
-- Records that could not be matched: only staff can retry them.
create index quarantine_unmatched on quarantine (event_id)
  where stage = 'matching' and event_id is not null and outcome is distinct from 'retried';
