-- What a registration asks to watch, until its link is followed.
alter table registration
  -- The alerts, without recipients: they will notify the email that the link confirms.
  add column watch jsonb not null default '[]',
  -- The consent to emails about them: the wording's version and the network address. Null if the county asked for none.
  add column consent jsonb,
  -- What became of each alert, once the link was followed: its id, or why it was not made. Null while the link was not
  -- followed, and again once another link of the account replaced its alerts.
  add column outcome jsonb;

-- The sample that the holder of a registration's link may ask for, once.
alter table ticket add column sample_sent_at timestamptz;
