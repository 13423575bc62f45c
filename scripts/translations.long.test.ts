import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = path.join(import.meta.dirname, 'translations.ts')
const run = (...given: string[]) => spawnSync(process.execPath, [script, ...given], { encoding: 'utf8' })

function fileOf(content: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'translations-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'tr.json')
  fs.writeFileSync(file, content)
  return file
}

test('reports a missing or non-JSON file in one line', () => {
  const gone = run('no-such-file.json')
  expect(gone).toMatchObject({ status: 2, stdout: '', stderr: 'Cannot read no-such-file.json (ENOENT).\n' })
  for (const content of ['{ "app": ', '[]', '"text"']) {
    const file = fileOf(content)
    expect(run(file)).toMatchObject({ status: 2, stdout: '', stderr: `${file} is not a JSON object.\n` })
  }
})

test('compares a translation with the English texts', () => {
  const none = run(fileOf('{}'))
  expect(none).toMatchObject({ status: 0, stderr: '' })
  expect(none.stdout).toMatch(/^0 errors; (\d+) of \1 texts are not translated yet\.\n$/)
  const wrong = run(fileOf('{ "no": { "such": "text" } }'))
  expect(wrong.status).toBe(1)
  expect(wrong.stdout).toContain('no.such')
})
