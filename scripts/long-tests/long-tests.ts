import fs from 'node:fs'
import path from 'node:path'
import type { Vitest } from 'vitest/node'
import { root } from '../support/paths.ts'

const page = path.join(root, 'docs/tests.md')

/** A row of the table in docs/tests.md. */
type LongTest = {
  file: string
  guards: string
  /** How long it took when it was last recorded; null if it never was. */
  seconds: number | null
  /** Whether `.ci/run` runs it, too. */
  isChosen: boolean
}

const row = /^\| \[[^\]]+\]\(\.\.\/([^)]+\.long\.test\.ts)\) \| ([^|]*) \| (\d+|–) \| (yes)? *\|$/

/** The long tests that docs/tests.md lists. */
export const listLongTests = (text = fs.readFileSync(page, 'utf8')): LongTest[] =>
  text.split('\n').flatMap((line) => {
    const [, file = '', guards = '', seconds = '–', chosen] = row.exec(line) ?? []
    return file ? [{ file, guards, seconds: seconds === '–' ? null : Number(seconds), isChosen: chosen === 'yes' }] : []
  })

/** The seconds of each file of a run in which all passed. */
export const readSeconds = (vitest: Vitest): Map<string, number> =>
  new Map(
    vitest.state
      .getTestModules()
      .filter((module) => module.state() === 'passed')
      .map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic()
        const file = path.relative(root, module.moduleId).replaceAll(path.sep, '/')
        return [file, Math.ceil((collectDuration + setupDuration + duration) / 1000)]
      }),
  )

/** Writes them into docs/tests.md. */
export function recordSeconds(seconds: Map<string, number>): void {
  const lines = fs.readFileSync(page, 'utf8').split('\n')
  const written = lines.map((line) => {
    const took = seconds.get(row.exec(line)?.[1] ?? '')
    return took === undefined
      ? line
      : line.replace(/ (\d+|–) \| (yes)? *\|$/, (_, _old, chosen: string | undefined) => ` ${took} | ${chosen ?? ''} |`)
  })
  fs.writeFileSync(page, written.join('\n'))
}
