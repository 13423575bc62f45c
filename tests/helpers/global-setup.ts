import { inspect } from 'node:util'
import type { TestProject } from 'vitest/node'
import type { TestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster for the test files' databases, or why we have no cluster. */
    testCluster: TestCluster | { failure: string }
  }
}

/**
 * Starts one PostgreSQL for the whole run. A failed migration fails the tests that need a database, with the reason;
 * the others still run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    const { startTestCluster } = await import('./cluster.ts')
    const { stop, ...cluster } = await startTestCluster()
    project.provide('testCluster', cluster)
    return stop
  } catch (error) {
    project.provide('testCluster', { failure: inspect(error) })
    return async () => {}
  }
}
