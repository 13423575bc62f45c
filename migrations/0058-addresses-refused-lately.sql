-- What failed within the last day is counted, and addresses that were closed since then are known.
update notice n set address_refused = true
where failed_at > now() - interval '1 day' and exists (
  select from suppression s where s.channel = n.channel and s.target = lower(n.target)
    and s.reason in ('bounce', 'complaint', 'stop') and s.lifted_at is null and (s.owner_id is null or s.owner_id = n.user_id));
