import { Client } from 'pg'

const connectWithinMs = 10_000

/** Runs work on a connection of its own, and closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  client.on('error', () => {}) // A lost connection also rejects the query that is waiting.
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
