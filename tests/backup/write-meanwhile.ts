import { Client } from 'pg'

/** Adds an owner with an address while a backup is being read.   write-meanwhile.ts URL */
const client = new Client({ connectionString: process.argv[2] })
await client.connect()
await client.query(
  `with owner as (insert into "user" (username, status) values ('came meanwhile', 'A') returning id)
   insert into email_address (owner_id, address) select id, 'meanwhile@example.org' from owner`,
)
await client.end()
