-- Records that were matched while some alerts still had keys of an older rule or mask: matched once more when none has.
create table match_again (
  event_id bigint primary key
);
