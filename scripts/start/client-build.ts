import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { publishBuild } from '#shared/node/platform/client-folder.ts'
import { CannotStart } from '../support/cannot-start.ts'
import { root } from '../support/paths.ts'
import { runInChildProcess } from './run-in-child-process.ts'

export const configFile = path.join(root, 'src-client/vite.config.ts')

/** The server's own pages, whose style is built with the client's. */
const serverPages = 'src-server/http/pages'

/** The version of the pages. It changes with their sources, the code shared with the server, and packages. */
export function hashInputs(): string {
  const hash = createHash('sha256')
  const folders = ['src-client', 'shared', serverPages].flatMap(filesBelow)
  for (const file of [...folders, 'package-lock.json'].toSorted()) {
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Builds the client unless the current build is from these very files.
 * @throws CannotStart with the builder's output if the build fails
 */
export async function buildClientIfStale(say: (line: string) => void = () => {}): Promise<void> {
  if (publishBuild(hashInputs())) return
  say('Building the pages (once) …')
  const { code, output } = await runInChildProcess(path.join(root, 'scripts/build.ts'), ['--quiet'])
  if (code !== 0) throw new CannotStart(`Could not build the client.\n${output.trim()}`)
}

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts') && !entry.name.endsWith('.test.tsx'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}
