import { markActive } from '#client/lib/activity.ts'
import { pageUser, pageUserHeaders } from '#client/lib/api/page-user.ts'
import { RestError } from '#client/lib/api/rest-error.ts'
import { countPieces, rollLimits, toPiecePath } from '#shared/contract/roll-load.ts'

const patienceMs = 60_000
const waitsMs = [500, 2_000, 5_000, 10_000] as const

type Options = { signal: AbortSignal; onProgress: (share: number) => void }

/**
 * Sends a file piece by piece. A piece that did not arrive is sent again, so that a short break of the connection does
 * not end the upload.
 * @throws RestError with the server's message; without a status if the server could not be reached
 */
export async function uploadFile(file: File, id: number, { signal, onProgress }: Options): Promise<void> {
  const pieces = countPieces(file.size)
  for (let place = 0; place < pieces; place += 1) {
    const start = place * rollLimits.pieceBytes
    await sendPiece(toPiecePath(id, place), file.slice(start, start + rollLimits.pieceBytes), signal)
    markActive()
    onProgress((place + 1) / pieces)
  }
}

async function sendPiece(path: string, body: Blob, signal: AbortSignal): Promise<void> {
  for (const wait of [...waitsMs, undefined]) {
    const answer = await post(path, body, signal)
    if (answer?.ok) return
    const mayHelp = !answer || answer.status === 429 || answer.status >= 500
    if (!mayHelp || wait === undefined) throw await toError(answer)
    await pause(wait, signal)
  }
}

/** Undefined if no answer came. */
async function post(path: string, body: Blob, signal: AbortSignal): Promise<Response | undefined> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', ...pageUserHeaders(pageUser.get(), true) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    })
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** A proxy may answer in the server's place, in any form. */
async function toError(answer: Response | undefined): Promise<RestError> {
  if (!answer) return new RestError(0, '')
  const { message } = ((await answer.json().catch(() => null)) ?? {}) as { message?: unknown }
  return new RestError(answer.status, typeof message === 'string' ? message : '')
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
}
