import { inject } from 'vitest'
import { connect, type Connection } from '#shared/node/platform/database/client.ts'
import { createDatabase, type TestCluster, type TestDatabase } from './cluster.ts'
import './global-setup.ts'

export type { TestDatabase }

/**
 * Creates a migrated PostgreSQL database for this test file. Create it in `beforeAll` and `drop` it in `afterAll`.
 * `ownerUrl` may change everything; `appUrl` has the rights of the server and worker.
 * @throws Error with the cause if PostgreSQL did not start or a migration failed
 */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase(getCluster())

/** The same without the schema. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  createDatabase({ ...getCluster(), template: 'template0' })

/**
 * The PostgreSQL of this run of tests.
 * @throws Error with the reason if there is none
 */
export function getCluster(): TestCluster {
  const cluster = inject('testCluster')
  if ('failure' in cluster) throw new Error(`There is no test database. ${cluster.failure}`)
  return cluster
}

/**
 * Connects to a new test database with the rights of the server and worker; ending the connection drops the database.
 */
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
