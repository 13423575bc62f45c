import { parentPort, workerData } from 'node:worker_threads'
import { type Paper, startDrawing } from './draw.ts'

/** A message to the thread: some rows, or that there are no more. */
export type ToThread = { rows: string[][] } | { end: true }
/** A message from the thread: that it wants the next rows, or the file. */
export type FromThread = { next: true } | { pdf: Uint8Array }

if (!parentPort) throw new Error('This runs as a thread of the server.')
const port = parentPort
const answer = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const drawing = await startDrawing(workerData as Paper)
port.on('message', (message: ToThread) => {
  void (async () => {
    if ('rows' in message) {
      await drawing.add(message.rows)
      answer({ next: true })
    } else {
      const pdf = await drawing.finish()
      answer({ pdf }, [pdf.buffer as ArrayBuffer])
      port.close()
    }
  })()
})
answer({ next: true })
