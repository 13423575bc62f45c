import { type Role, rights } from '#shared/contract/roles.ts'
import type { Call, Caller } from './calls/call.ts'
import type { Answer } from './send.ts'

export type Verdict = {
  /** 2xx or 303, to which a press on a page leads, and over REST not a business refusal. */
  done: boolean
  /** What must not be in an answer; undefined if all is well. */
  fault?: string
}

/** Words of our program, its database or its libraries, which an answer never tells a caller. */
const internals =
  /node_modules|file:\/\/\/|\bat [\w.<>]+ \(|violates \w+ constraint|syntax error at or near|relation "\w+"|invalid input syntax|ECONNREFUSED|ZodError|TypeError:/

const mark = /\bquill\d+x\b/g

/** @param rolesByMark the roles of the owners whose data carries a mark */
export function judge(call: Call, answer: Answer | null, rolesByMark: Map<string, Role>): Verdict {
  if (!answer) return call.raw ? { done: false } : { done: false, fault: 'the connection was closed without an answer' }
  const { status, text, type } = answer
  const isSuccess = (status >= 200 && status < 300) || status === 303
  const done = isSuccess && !(isEnvelope(call) && text.startsWith('{"ok":false'))
  const fault =
    findServerError(answer) ?? findBrokenForm(call, { status, text, type }) ?? findForeignMark(call, text, rolesByMark)
  return fault === undefined ? { done } : { done: false, fault }
}

function findServerError({ status, text }: Answer): string | undefined {
  if (status >= 500) return `status ${status}`
  const inBatch = /"httpStatus":(5\d\d)/.exec(text)?.[1]
  if (inBatch !== undefined) return `status ${inBatch} in a batch`
  const told = internals.exec(text)?.[0]
  return told === undefined ? undefined : `the answer contains '${told}'`
}

const isEnvelope = ({ request, raw }: Call): boolean => !raw && request.path.startsWith('/api/')

function findBrokenForm(call: Call, { status, text, type }: Pick<Answer, 'status' | 'text' | 'type'>) {
  if (!isEnvelope(call) || call.request.method === 'HEAD' || !type.startsWith('application/json')) return undefined
  // Node itself answers what it cannot read as HTTP.
  if (status === 431) return undefined
  try {
    const keys = Object.keys(JSON.parse(text) as object).join()
    return keys === 'ok,message,lockout,content' ? undefined : `the answer is no envelope: ${keys}`
  } catch {
    return 'the answer is not JSON'
  }
}

const manages = (caller: Caller, owner: Role): boolean =>
  caller !== 'anonymous' && caller !== 'feed' && (rights[caller].manages as readonly Role[]).includes(owner)

/** Staff see who of their colleagues changed a page or began a run, whatever the colleague's role. */
const colleagues = /\bquill\d+x\.(forever|trimin|county)\b/g

/** A mark in the answer, of a user whose data this caller may not see, and which the call did not itself contain. */
function findForeignMark({ caller, mayShow, request }: Call, text: string, rolesByMark: Map<string, Role>) {
  if (mayShow === null) return undefined
  const sent = `${request.path}${request.body?.toString() ?? ''}`
  const isStaff = caller !== 'feed' && caller !== 'anonymous' && rights[caller].controlPanel
  const shown = isStaff ? text.replaceAll(colleagues, '') : text
  const foreign = new Set(shown.match(mark)).values().find((found) => {
    const owner = rolesByMark.get(found)
    return owner && !mayShow.includes(found) && !manages(caller, owner) && !sent.includes(found)
  })
  if (foreign === undefined) return undefined
  const at = shown.indexOf(foreign)
  return `the answer shows data of another's: …${shown.slice(Math.max(0, at - contextLength), at + contextLength)}…`
}

/** Characters of the answer before and after what must not be in it. */
const contextLength = 80
