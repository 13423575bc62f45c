import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '#shared/contract/errors.ts'
import type { Paper } from './draw.ts'
import type { FromThread, ToThread } from './pdf-thread.ts'

/** Reports at a time, per server: each keeps a core busy for some seconds. */
const maxConcurrentPdfs = 2
const maxDrawingMs = 120_000
let running = 0

/**
 * Makes a report of rows in its own thread, so that the server stays responsive.
 * @param pages some rows at a time; the next are read once these are drawn
 * @param left aborts the report, with its reason, when its reader leaves
 * @throws AppError `tooMany` while the limit of reports is being made
 */
export async function makePdf(paper: Paper, pages: AsyncIterable<string[][]>, left: AbortSignal): Promise<Buffer> {
  if (running >= maxConcurrentPdfs)
    throw new AppError('tooMany', 'We are preparing other reports. Please try again in a moment.', { retryAfter: 10 })
  running += 1
  try {
    return await draw(paper, pages, left)
  } catch (error) {
    left.throwIfAborted()
    throw error
  } finally {
    running -= 1
  }
}

async function draw(paper: Paper, pages: AsyncIterable<string[][]>, left: AbortSignal): Promise<Buffer> {
  left.throwIfAborted()
  const thread = new Worker(new URL('pdf-thread.ts', import.meta.url), {
    workerData: paper,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const signal = AbortSignal.any([left, AbortSignal.timeout(maxDrawingMs)])
  // `once` rejects when the thread fails.
  const heard = async () => ((await once(thread, 'message', { signal })) as [FromThread])[0]
  const tell = async (message: ToThread) => {
    const reply = heard()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(message)
    return reply
  }
  try {
    await heard()
    for await (const rows of pages) await tell({ rows })
    const last = await tell({ end: true })
    if (!('pdf' in last)) throw new Error('The report came back empty.')
    return Buffer.from(last.pdf.buffer, last.pdf.byteOffset, last.pdf.byteLength)
  } finally {
    await thread.terminate()
  }
}
