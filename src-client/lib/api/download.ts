import type { Envelope } from '#shared/contract/envelope.ts'
import { type FieldProblems, otherUserStatus } from '#shared/contract/errors.ts'
import { markActive } from '../activity.ts'
import { downloadSeconds, endInTime } from './answer-time.ts'
import { pageUser, pageUserHeaders, notifyOutdated } from './page-user.ts'
import { serverAddress } from './product-config.ts'
import { RestError } from './rest-error.ts'

/**
 * Posts to a documented REST path ('userManager/userExport') and saves the returned file under the server's name for
 * it. Run it within `submit`, which shows errors: fields at their fields, a 403 with status LOGIN leads to the login
 * page, a 500 shows message and status.
 * @param signal ends the work, also on the server
 * @returns the name of the file
 * @throws RestError if the response is not a file
 */
export async function download(path: string, body: unknown = {}, signal?: AbortSignal): Promise<string> {
  const answer = await reach(() =>
    fetch(`${serverAddress()}/${path}`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', ...pageUserHeaders(pageUser.get(), true) },
      body: JSON.stringify(body),
      signal: endInTime(signal, downloadSeconds),
    }),
  )
  const name = fileNameIn(answer.headers.get('content-disposition'))
  if (!answer.ok || name === undefined) throw await readRefusal(answer)
  markActive()
  // An incomplete file fails here and never reaches the reader's disk.
  save(await reach(() => answer.blob()), name)
  return name
}

/** A response that is missing or incomplete is a RestError without a status; a call that its caller aborted is not. */
async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw Object.assign(new RestError(0, ''), { cause })
  }
}

function fileNameIn(disposition: string | null): string | undefined {
  return /^attachment; filename="([^"]+)"$/.exec(disposition ?? '')?.[1]
}

type Refusal = { fields?: FieldProblems; status?: string } | null

/** Parses the envelope defensively: a proxy may answer in the server's place. */
async function readRefusal(answer: Response): Promise<RestError> {
  const envelope = (await answer.json().catch(() => null)) as Partial<Envelope<Refusal>> | null
  const message = typeof envelope?.message === 'string' ? envelope.message : ''
  const cure = envelope?.content?.status
  if (cure === otherUserStatus) notifyOutdated('other')
  return new RestError(answer.status, message, {
    fields: envelope?.content?.fields ?? {},
    loginHelps: cure === otherUserStatus || (answer.status === 403 && cure === 'LOGIN'),
  })
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By the next turn the browser has taken over the file; if the URL is revoked immediately, some browsers drop it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
