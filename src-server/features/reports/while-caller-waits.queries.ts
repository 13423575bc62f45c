import { sql } from 'kysely'
import type { CallerSignal } from '#server/platform/caller-left.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/**
 * Reads while the caller waits: if they leave, it cancels the running query.
 * @throws CallerLeft
 */
export async function whileCallerWaits<T>(
  { db, pool }: Pick<ServerDeps, 'db' | 'pool'>,
  callerLeft: CallerSignal,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const left = callerLeft()
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    left.throwIfAborted()
    let stopping: Promise<unknown> | undefined
    const stop = () => {
      stopping = pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined)
    }
    left.addEventListener('abort', stop, { once: true })
    try {
      return await read(connection)
    } catch (error) {
      left.throwIfAborted()
      throw error
    } finally {
      left.removeEventListener('abort', stop)
      if (stopping) {
        // A late cancel must not hit the connection's next user.
        await stopping
        await sql`select 1`.execute(connection).catch(() => undefined)
      }
    }
  })
}
