import { connect, type Connection } from '#shared/node/platform/database/client.ts'

/** Runs work on a connection as server and worker have them, and closes it. */
export async function withConnection<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = connect(url, { max: 1 })
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}
