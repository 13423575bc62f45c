import type { Vitest } from 'vitest/node'

/** Counts what a run did. A file that could not be loaded, or an error outside any test, is a failure too. */
export function countResults(vitest: Vitest): { passed: number; failed: number; skipped: number } {
  const counts = { passed: 0, failed: vitest.state.getUnhandledErrors().length, skipped: 0 }
  for (const file of vitest.state.getTestModules()) {
    if (file.errors().length > 0) counts.failed++
    for (const suite of file.children.allSuites()) if (suite.errors().length > 0) counts.failed++
    for (const test of file.children.allTests()) {
      const { state } = test.result()
      // Pending after the run: its file or suite broke before it, and that is counted above.
      counts[state === 'pending' ? 'skipped' : state]++
    }
  }
  return counts
}
