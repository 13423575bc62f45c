import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A file with this content, deleted after the test. */
export function writeFile(name: string, content: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'written-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  return file
}
