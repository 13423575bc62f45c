import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { root } from './support/paths.ts'

const skipped = readOptions(
  `Runs every check that a change must pass: types, lint, format, spelling, import rules, tests.

  npm run check [-- --no-tests]   --no-tests skips the tests`,
  { 'no-tests': { type: 'boolean', default: false } },
)
const bin = (name: string) => path.join(root, 'node_modules/.bin', name)
const sources = ['shared', 'src-client', 'src-server', 'src-worker', 'scripts', 'tests', 'bench', 'chaos']
const steps: { name: string; command: string[]; showAlways?: boolean }[] = [
  {
    name: 'types',
    // TypeScript 7 checks three times as fast. dependency-cruiser needs the compiler's interface of version 6, which 7
    // lacks.
    command: [
      process.execPath,
      path.join(root, 'node_modules/typescript-7/bin/tsc'),
      '-p',
      '.',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/tsc/info-7.json',
    ],
  },
  { name: 'lint', command: [bin('oxlint')] },
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  {
    name: 'spelling',
    command: [
      bin('cspell'),
      'lint',
      '--no-progress',
      '--no-summary',
      '--cache',
      '--cache-location',
      `node_modules/.cache/cspell-${hashFile('docs/names.md')}`,
    ],
  },
  { name: 'imports', command: [bin('depcruise'), ...sources] },
  {
    name: 'folders',
    command: [process.execPath, 'scripts/check/folders.ts', ...sources],
  },
  { name: 'tests', command: [process.execPath, 'scripts/test.ts'], showAlways: true },
]

/** The page names the words that the spelling check refuses. When it changes, unchanged files must be read again too. */
function hashFile(file: string): string {
  return createHash('sha256')
    .update(readFileSync(path.join(root, file)))
    .digest('hex')
    .slice(0, 12)
}

let faults = 0
for (const { name, command, showAlways } of steps) {
  if (name === 'tests' && skipped['no-tests']) continue
  const startedAt = performance.now()
  const { code, output } = await run(command)
  if (code !== 0) faults++
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(8)} ${seconds.padStart(6)} s`)
  if (code !== 0) console.log(output)
  else if (showAlways) console.log(output.trim().split('\n').at(-1))
}
process.exit(faults > 0 ? 1 : 0)

function run([command, ...args]: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command!, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
