import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { withClient } from './with-client.ts'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * Backs a database up with `npm run backup` while it is used, runs `work`, and then restores the backup in its place
 * with `npm run restore`, so that everything in between is lost.
 * @param ownerUrl connects as a role that may create databases; 'app' is the role of server and worker
 */
export async function restoreByCommandsAfter(ownerUrl: string, work: () => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-'))
  const file = path.join(folder, 'county.backup')
  const appUrl = new URL(ownerUrl)
  appUrl.username = 'app'
  const env = { ...process.env, DATABASE_URL: appUrl.href, MIGRATE_DATABASE_URL: ownerUrl }
  const command = (script: string, ...args: string[]) =>
    run(process.execPath, [path.join(root, 'scripts', script), ...args], { env })
  try {
    await command('backup.ts', file)
    await work()
    await replaceWithEmpty(ownerUrl)
    await command('restore.ts', file)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

async function replaceWithEmpty(ownerUrl: string): Promise<void> {
  const url = new URL(ownerUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  await withClient(url.href, async (admin) => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`create database ${name} encoding 'UTF8' template template0`)
  })
}
