import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { decryptFile, isEncrypted } from './encryption.ts'

/**
 * Runs `work` on a backup, decrypted in a folder for temporary files if it is encrypted. That copy is removed afterwards.
 * @throws Error in plain words if there is no key, or not the right one
 */
export async function withPlainFile<T>(
  file: string,
  { keyFile, signal }: { keyFile: string | undefined; signal: AbortSignal },
  work: (plainFile: string) => Promise<T>,
): Promise<T> {
  if (!(await isEncrypted(file))) return work(file)
  if (keyFile === undefined) throw new Error(`${file} is encrypted. Add --key FILE, the file with the private key.`)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'land_alerts_decrypted_'))
  try {
    const target = path.join(folder, path.basename(file).replace(/\.age$/, ''))
    await decryptFile(file, { keyFile, target, signal })
    return await work(target)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
