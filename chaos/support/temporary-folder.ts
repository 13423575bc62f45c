import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const guard = path.join(import.meta.dirname, '../children/guard.ts')

/**
 * Removes folders if this process is killed.
 * @param data of each PostgreSQL in them, which is ended first
 * @returns the guard; the caller kills it when it removes the folders
 */
export const guardFolders = (folders: string[], data: string[] = []): ChildProcess =>
  fork(guard, [...data.flatMap((one) => ['--data', one]), ...folders], { execArgv: [] })

type TemporaryFolder = { path: string; remove(): void }

/** Makes a folder in the system's temporary one. It is removed when this process ends, in any way. */
export function makeTemporaryFolder(name: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), `land-record-alerts-${name}-`))
  const child = guardFolders([folder])
  const remove = () => {
    process.off('exit', remove)
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  return { path: folder, remove }
}
