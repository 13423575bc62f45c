-- Its failure concerns its address alone, such as a full mailbox or a number that is not in use: no fault of the service.
alter table notice add column address_refused boolean not null default false;
