import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { root } from './paths.ts'
import { runApart } from './run-apart.ts'

export const configFile = path.join(root, 'src-client/vite.config.ts')
const mark = path.join(root, 'dist/client.built-from')

/** Changes whenever the built client would: its sources, what it shares with the server, and the versions of packages. */
export function inputsHash(): string {
  const hash = createHash('sha256')
  for (const file of [...filesBelow('src-client'), ...filesBelow('shared'), 'package-lock.json'].toSorted()) {
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** While it is built, and after a build that was broken off, nothing in dist counts as built. */
export function markUnbuilt(): void {
  fs.rmSync(mark, { force: true })
}

export function markBuilt(hash: string): void {
  fs.writeFileSync(mark, hash)
}

/**
 * Builds the client unless what stands in dist was built from these very files.
 * @throws CannotStart where it cannot be built, with the builder's output
 */
export async function buildClientIfStale(say: (line: string) => void = () => {}): Promise<void> {
  const built = fs.existsSync(mark) && fs.existsSync(path.join(root, 'dist/client/index.html'))
  if (built && fs.readFileSync(mark, 'utf8') === inputsHash()) return
  say('Building the pages (once) …')
  const { code, output } = await runApart(path.join(root, 'scripts/build.ts'), ['--quiet'])
  if (code !== 0) throw new CannotStart(`The client could not be built.\n${output.trim()}`)
}

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts') && !entry.name.endsWith('.test.tsx'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}
