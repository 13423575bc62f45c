import { setImmediate as turn } from 'node:timers/promises'
import type { Client, Submittable } from 'pg'

/** COPY as the wire has it: the driver passes these messages on and has no function of its own for them. */
type Wire = { query(sql: string): void; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void; sync(): void }

type CopyMessages = {
  handleCopyInResponse(wire: Wire): void
  handleCopyData(message: { chunk: Buffer }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** Rows as COPY text, complete lines: prepared, or made while the database reads the ones before. */
type Chunks = Iterable<Buffer> | AsyncIterable<Buffer>

/**
 * `copy … from stdin` with rows as text.
 * @returns rows copied
 */
export function copyIn(client: Client, statement: string, chunks: Chunks): Promise<number> {
  return run(client, statement, chunks, () => {})
}

/** `copy … to stdout`, as the text rows that `copyIn` takes. */
export async function copyOut(client: Client, statement: string): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  await run(client, statement, [], (chunk) => chunks.push(chunk))
  return chunks
}

function run(client: Client, statement: string, chunks: Chunks, onData: (chunk: Buffer) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    let failed: Error | undefined
    const sendAsMade = async (wire: Wire, made: AsyncIterable<Buffer>) => {
      for await (const chunk of made) {
        if (failed) return
        wire.sendCopyFromChunk(chunk)
      }
      wire.endCopyFrom()
    }
    const copy: Submittable & CopyMessages = {
      submit: (connection) => (connection as unknown as Wire).query(statement),
      handleCopyInResponse: (wire) => {
        if (Symbol.asyncIterator in chunks) return void sendAsMade(wire, chunks).catch(reject)
        for (const chunk of chunks) wire.sendCopyFromChunk(chunk)
        wire.endCopyFrom()
      },
      handleCopyData: ({ chunk }) => onData(Buffer.from(chunk)),
      handleCommandComplete: ({ text }) => (rows = Number(text.split(' ')[1])),
      handleReadyForQuery: () => (failed ? reject(failed) : resolve(rows)),
      handleError: (error) => (failed = error),
    }
    client.query(copy)
  })
}

type Value = string | number | boolean | null | undefined

const special = /[\\\t\n\r]/g
const escape: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const formatField = (value: Value) =>
  value === null || value === undefined ? '\\N' : String(value).replace(special, (found) => escape[found]!)

/** Rows as COPY text, in chunks of some 64 kB: each is on its way to the database while the next is made. */
export async function* copyRows(rows: Iterable<Value[]>): AsyncGenerator<Buffer> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(formatField).join('\t')}\n`
    if (text.length < 65_536) continue
    yield Buffer.from(text)
    text = ''
    await turn()
  }
  if (text) yield Buffer.from(text)
}
