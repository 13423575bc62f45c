-- An item that comes again is looked for among the open ones: without this every one of them was read.
create index quarantine_again on quarantine (feed_id, document_id) where settled_at is null and stage = 'ingest';
