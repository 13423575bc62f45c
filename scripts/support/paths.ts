import fs from 'node:fs'
import path from 'node:path'
import { CannotStart } from './cannot-start.ts'

export const root = path.resolve(import.meta.dirname, '../..')
/** The demo's database, secret, logins and logs. Deleting the folder resets the demo. */
export const dataFolder = path.join(root, '.data')
export const postgresFolder = path.join(dataFolder, 'postgres')

/**
 * Creates the folder if missing.
 * @throws CannotStart if it is not writable
 */
export function openDataFolder(folder = dataFolder): void {
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.accessSync(folder, fs.constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CannotStart(
      `${folder} is not writable (${code}), and the demo keeps its database there. Start as a user who can write to it, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}
