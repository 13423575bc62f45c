import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TestModule, Vitest } from 'vitest/node'
import { root } from '../support/paths.ts'

/** A test run's result; a failure without a file happened outside all files. */
type Results = {
  passed: number
  skipped: number
  failures: { file?: string; name: string; message: string }[]
}

/** Counts what a run did. A file that could not be loaded, or an error outside any test, is a failure too. */
export function countResults(vitest: Vitest): Results {
  const results: Results = { passed: 0, skipped: 0, failures: [] }
  const countFailure = (file: string | undefined, name: string, errors: readonly unknown[]) =>
    results.failures.push({ ...(file && { file }), name, message: firstLines(errors[0]) })
  for (const error of vitest.state.getUnhandledErrors()) countFailure(undefined, 'outside any test', [error])
  for (const module of vitest.state.getTestModules()) {
    const file = path.relative(root, module.moduleId)
    if (module.errors().length > 0) countFailure(file, 'the file itself', module.errors())
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0) countFailure(file, suite.fullName, suite.errors())
    countTests(module, file)
  }
  return results

  function countTests(module: TestModule, file: string) {
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      if (state === 'failed') countFailure(file, test.fullName, errors)
      else if (state === 'passed') results.passed++
      // Pending after the run: its file or suite failed before it, and that is counted above.
      else results.skipped++
    }
  }
}

function firstLines(error: unknown): string {
  const { message, stack } = (error ?? {}) as { message?: string; stack?: string }
  const lines = stripVTControlCharacters(message ?? stack ?? String(error)).split('\n')
  return lines.slice(0, 12).join('\n')
}
