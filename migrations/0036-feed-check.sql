-- What a feed's records say about its format, for staff to see on its page. A worker writes it; nothing else reads it.
create table feed_check (
  feed_id bigint primary key references feed on delete cascade,
  -- When the server last asked for a check: after a change of the feed's format, or because staff did.
  requested_at timestamptz,
  -- When the last check began, and when the last one that succeeded did.
  tried_at timestamptz,
  checked_at timestamptz,
  -- The feed's version at that check: later ones have another format.
  feed_version integer,
  -- Records held then, counted up to a thousand, and records looked at.
  held integer not null default 0,
  records integer not null default 0,
  -- shared/contract/feed-finding.ts FeedFinding[]
  findings jsonb not null default '[]',
  -- FindingDismissal[]: what staff do not want to see again as it was then.
  dismissed jsonb not null default '[]'
);
