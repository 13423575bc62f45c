import { Client } from 'pg'
import { createTestDatabase } from '#tests/helpers/database.ts'
import { startJournal } from './journal.ts'

/** For tests: a database with the journal of a run, and a connection of its owner. */
export async function openJournal(): Promise<{ client: Client; close(): Promise<void> }> {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  await startJournal(client)
  return {
    client,
    close: async () => {
      await client.end()
      await database.drop()
    },
  }
}
