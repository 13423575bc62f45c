import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export const script = path.join(import.meta.dirname, '../match-report.ts')
export const run = (...given: string[]) => spawnSync(process.execPath, [script, ...given], { encoding: 'utf8' })

/** A file with this content, deleted after the test. */
export function writeFile(name: string, content: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'match-report-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  return file
}
