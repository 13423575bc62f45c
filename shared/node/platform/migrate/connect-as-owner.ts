import { Client } from 'pg'
import { failUnconfirmedCommits } from '../database/standby.ts'
import { describeUnreachable } from '../database/unreachable.ts'

export async function connectAsOwner(ownerUrl: string, variable: string | undefined): Promise<Client> {
  const client = new Client({
    connectionString: ownerUrl,
    application_name: 'land-alerts migrate',
    connectionTimeoutMillis: 10_000,
  })
  // A lost connection also rejects the query that is waiting.
  client.on('error', () => {})
  failUnconfirmedCommits(client)
  await client.connect().catch((error: unknown) => {
    throw new Error(describeUnreachable(error, variable), { cause: error })
  })
  return client
}
