-- Records that could not be matched: nothing reads them again by itself.
create index quarantine_unmatched on quarantine (event_id)
  where stage = 'matching' and event_id is not null and outcome is distinct from 'retried';
