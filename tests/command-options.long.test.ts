import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** Commands that run for minutes, or change a database, immediately report wrong options. */
const root = path.resolve(import.meta.dirname, '..')

async function run(entry: string, options: string): Promise<{ status: number; said: string }> {
  const child = spawn(process.execPath, [path.join(root, entry), ...options.split(' ').filter(Boolean)], {
    cwd: root,
    // There is nothing to change, in case one of them continues.
    env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', MIGRATE_DATABASE_URL: '' },
  })
  const status = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
  const said = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await status, said: said.join('') }
}

test.concurrent.each([
  ['scripts/backup.ts', 'one two', 'Name one FILE or folder only.'],
  ['scripts/restore.ts', '', 'Missing FILE, the backup.'],
  ['scripts/restore.ts', '--on-server one', '--on-server goes with --drill only.'],
  ['scripts/migrate.ts', '--on-server', '--on-server goes with --rehearse FILE only. Nothing was migrated.'],
  ['scripts/migrate.ts', '--rehearse', "Option '--rehearse <value>' argument missing"],
  ['chaos/run.ts', '--mend', "Unknown option '--mend'"],
  ['chaos/run.ts', '--workers 0', '--workers must be a whole number from 1.'],
  ['chaos/run.ts', '--full --records 10', '--full has sizes of its own. Leave out --records.'],
  ['chaos/run.ts', '--cluster --failovers 0', '--failovers must be a whole number from 1.'],
  ['chaos/run.ts', '--cluster --rolling', "Unknown option '--rolling'"],
  ['chaos/run.ts', '--rolling --rate 0', '--rate must be a number above 0'],
  ['chaos/run.ts', '--mutants --only unknown', "No fault, and nothing that happens meanwhile, is named 'unknown'."],
  ['tests/fuzz/run.ts', '--only unknown', "No endpoint has a name that contains 'unknown'."],
  ['tests/fuzz/run.ts', '--role clerk', '--role must be one of anonymous, USER,'],
])('%s %s', async (entry, options, sentence) => {
  const { status, said } = await run(entry, options)
  expect(said).toContain(sentence)
  expect(status).toBe(2)
})
