import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

// cspell:ignore encrypter decrypter

/** How a file in the form of age (https://age-encryption.org) begins. Its own program decrypts it, too. */
const firstLine = 'age-encryption.org/v1\n'

/** @throws Error in plain words if it is not a public key of age */
export function assertRecipient(recipient: string): void {
  try {
    new Encrypter().addRecipient(recipient)
  } catch {
    throw new Error(`${recipient} is not a recipient's public key. It begins with age1; --new-key makes one.`)
  }
}

/** Encrypts the written data for the holder of the private key of `recipient`. */
export type Encryption = {
  write(piece: Uint8Array): Promise<void>
  /** Resolves when everything is written. */
  end(): Promise<void>
}

/** @param write takes the encrypted pieces; if it fails, so do `write` and `end` */
export async function startEncryption(
  recipient: string,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<Encryption> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encrypted = await encrypter.encrypt(readable)
  const written = (async () => {
    for await (const piece of encrypted) await write(piece)
  })().catch(async (error: unknown) => {
    await writer.abort(error).catch(() => {})
    throw error
  })
  // The next `write` or `end` says so.
  written.catch(() => {})
  /** The streams only report that they were aborted; the cause is the failure here. */
  const orWhy = async (step: Promise<void>) => {
    await Promise.race([step, written]).catch(() => written)
  }
  return {
    write: (piece) => orWhy(writer.write(piece)),
    end: async () => {
      await orWhy(writer.close())
      await written
    },
  }
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await fs.promises.open(file).catch(() => undefined)
  if (!handle) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(firstLine.length), 0, firstLine.length, 0)
    return buffer.subarray(0, bytesRead).toString() === firstLine
  } catch {
    return false
  } finally {
    await handle.close()
  }
}

/**
 * Decrypts a file to `target`, which its owner alone can read.
 * @param keyFile as --new-key writes it: comments, and a line with the private key
 * @throws Error in plain words; nothing is left
 */
export async function decryptFile(
  file: string,
  { keyFile, target, signal }: { keyFile: string; target: string; signal: AbortSignal },
): Promise<void> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(readKey(keyFile))
  const source = Readable.toWeb(fs.createReadStream(file)) as ReadableStream<Uint8Array>
  try {
    const plain = await decrypter.decrypt(source).catch(() => {
      throw new Error(`${keyFile} does not open ${file}: it was encrypted for another key.`)
    })
    await pipeline(
      Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0]),
      fs.createWriteStream(target, { mode: 0o600, flags: 'wx' }),
      { signal },
    )
  } catch (error) {
    fs.rmSync(target, { force: true })
    throw describeFailure(error, { file, target, isStopped: signal.aborted })
  }
}

function describeFailure(
  error: unknown,
  { file, target, isStopped }: { file: string; target: string; isStopped: boolean },
): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC')
    return new Error(
      `The disk of ${path.dirname(target)} is full. The decrypted backup needs space there: set TMPDIR.`,
      {
        cause: error,
      },
    )
  if (isStopped || (error instanceof Error && error.message.includes('does not open'))) return error
  return new Error(`${file} is damaged or cut off, and cannot be decrypted. Use another backup.`, { cause: error })
}

function readKey(keyFile: string): string {
  let text: string
  try {
    text = fs.readFileSync(keyFile, 'utf8')
  } catch (error) {
    throw new Error(`Cannot read ${keyFile} (${(error as NodeJS.ErrnoException).code}).`, { cause: error })
  }
  const key = text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (!key) throw new Error(`${keyFile} has no private key: a line that begins with AGE-SECRET-KEY-.`)
  return key.trim()
}

/** Writes a new private key that its owner alone can read. @returns its public key */
export async function writeNewKey(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  try {
    fs.writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      code === 'EEXIST' ? `${file} exists already. Choose another name.` : `Cannot write ${file} (${code}).`,
      {
        cause: error,
      },
    )
  }
  return recipient
}
