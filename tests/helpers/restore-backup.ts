import { withClient } from './with-client.ts'

/**
 * Copies a database as `pg_dump` would, runs `work`, and then puts the copy in its place, so that everything in between
 * is lost. Connections are cut at both moments.
 * @param ownerUrl connects as a role that may create databases
 */
export async function restoreBackupAfter(ownerUrl: string, work: () => Promise<void>): Promise<void> {
  const url = new URL(ownerUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  await withClient(url.href, async (admin) => {
    // A database is copied only while there is no connection to it.
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name])
    await admin.query(`create database ${name}_backup template ${name}`)
    await admin.query(`alter database ${name} with allow_connections true`)
    await admin.query(`alter database ${name}_backup with allow_connections true`)
    await work()
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`alter database ${name}_backup rename to ${name}`)
  })
}
