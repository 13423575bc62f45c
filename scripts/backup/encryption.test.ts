import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { assertRecipient, startEncryption, writeNewKey } from './encryption.ts'
import { withPlainFile } from './plain-file.ts'
import { deleteOldBackups } from './rotate.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'encryption-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const { signal } = new AbortController()
const inFolder = (name: string) => path.join(folder, name)
const keyFile = inFolder('key.txt')
const recipient = await writeNewKey(keyFile)
const plain = randomBytes(200_000)

async function encryptTo(file: string, bytes: Buffer): Promise<void> {
  const encryption = await startEncryption(recipient, async (piece) => fs.appendFileSync(file, piece))
  for (let at = 0; at < bytes.length; at += 7_000) await encryption.write(bytes.subarray(at, at + 7_000))
  await encryption.end()
}
const readWith = (file: string, key: string | undefined) =>
  withPlainFile(file, { keyFile: key, signal }, async (plainFile) => ({
    bytes: fs.readFileSync(plainFile),
    mode: fs.statSync(plainFile).mode & 0o777,
    plainFile,
  }))

test('an encrypted file is read only with its key, and no readable copy remains', async () => {
  const file = inFolder('a.backup.age')
  await encryptTo(file, plain)
  expect(fs.readFileSync(file).includes(plain.subarray(0, 16))).toBe(false)
  const { bytes, mode, plainFile } = await readWith(file, keyFile)
  expect(bytes.equals(plain)).toBe(true)
  expect([mode, fs.statSync(keyFile).mode & 0o777]).toEqual([0o600, 0o600])
  expect(fs.existsSync(path.dirname(plainFile))).toBe(false)

  await expect(readWith(file, undefined)).rejects.toThrow(`${file} is encrypted. Add --key FILE`)
  const other = inFolder('other.txt')
  await writeNewKey(other)
  await expect(readWith(file, other)).rejects.toThrow(
    `${other} does not open ${file}: it was encrypted for another key.`,
  )
  await expect(readWith(file, inFolder('none.txt'))).rejects.toThrow('(ENOENT)')
})

test('a file that was cut off or changed is refused', async () => {
  const file = inFolder('b.backup.age')
  await encryptTo(file, plain)
  const whole = fs.readFileSync(file)
  const damaged = inFolder('c.backup.age')
  const changed = Buffer.from(whole)
  changed[whole.length - 100] = (changed[whole.length - 100] ?? 0) ^ 1
  for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 70_000), changed]) {
    fs.writeFileSync(damaged, bytes)
    await expect(readWith(damaged, keyFile)).rejects.toThrow('is damaged or cut off')
  }
})

test('a disk that fills fails the next write', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const encryption = await startEncryption(recipient, () => Promise.reject(full))
  const writeAll = async () => {
    for (let n = 0; n < 100; n++) await encryption.write(plain)
    await encryption.end()
  }
  await expect(writeAll()).rejects.toBe(full)
})

test('an invalid key is refused, and no key file is overwritten', async () => {
  expect(() => assertRecipient('age1abc')).toThrow('is not a recipient')
  expect(() => assertRecipient(recipient)).not.toThrow()
  await expect(writeNewKey(keyFile)).rejects.toThrow('exists already')
})

test('only the newest of our own backups are kept', () => {
  const backups = fs.mkdtempSync(inFolder('rotate-'))
  const made = ['2026-11-25T08-00-00Z.backup', '2026-11-26T08-00-00Z.backup.age', '2026-11-27T08-00-00Z.backup.age']
  const others = [
    'notes.txt',
    'land-alerts-before-upgrade.backup',
    'land-alerts-2026-11-01T08-00-00Z.backup.123.partial',
  ]
  for (const name of [...made.map((end) => `land-alerts-${end}`), ...others])
    fs.writeFileSync(path.join(backups, name), '')
  expect(deleteOldBackups(backups, 2)).toEqual({ deleted: ['land-alerts-2026-11-25T08-00-00Z.backup'], remaining: [] })
  expect(deleteOldBackups(backups, 2)).toEqual({ deleted: [], remaining: [] })
  expect(deleteOldBackups(path.join(folder, 'gone'), 2).remaining).toEqual([
    `those in ${path.join(folder, 'gone')} (ENOENT)`,
  ])
  expect(fs.readdirSync(backups)).toHaveLength(5)
})
