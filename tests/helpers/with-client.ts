import { Client } from 'pg'

const connectWithinMs = 10_000

/** A connection of its own, which the caller ends. */
export async function openClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  client.on('error', () => {}) // A lost connection also rejects the query that is waiting.
  await client.connect()
  return client
}

/** Runs work on a connection of its own, and closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openClient(url)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
