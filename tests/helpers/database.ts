import { inject } from 'vitest'
import { connect, type Connection } from '#shared/node/platform/database/client.ts'
import { createDatabase, type TestDatabase } from './cluster.ts'
import './global-setup.ts'

export type { TestDatabase }

/**
 * A migrated PostgreSQL database of this test file's own. Make it in `beforeAll` and `drop` it in `afterAll`.
 * `ownerUrl` may change everything; `appUrl` has the rights that the server and the worker have.
 * @throws Error with the cause when PostgreSQL did not start or a migration failed
 */
export function createTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  if ('failure' in cluster) throw new Error(`There is no test database. ${cluster.failure}`)
  return createDatabase(cluster)
}

/** A connection to such a database, with the rights of the server and the worker; its end is the database's, too. */
export async function connectTestDatabase(): Promise<Connection> {
  const database = await createTestDatabase()
  const connection = connect(database.appUrl)
  return {
    ...connection,
    end: async () => {
      await connection.end()
      await database.drop()
    },
  }
}
