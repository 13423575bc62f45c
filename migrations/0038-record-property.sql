-- What a feed says about a record's property and who may read it. Null and false in nearly all rows, and in every row
-- that an older server writes: neither takes space in the row.
alter table event
  -- The street address of parcels for which the feed gave one: { [parcel as sent]: address }.
  add column situs_addresses json,
  -- The recorder withholds the record's content from the public.
  add column restricted boolean not null default false;
