import type { Random } from '#scripts/made-up/random.ts'
import { pageUserHeader } from '#shared/contract/page-user.ts'
import { toRestRequest } from '../../access/endpoints.ts'
import { nobody, type Target } from '../../access/records.ts'
import { makeInput } from '../inputs/make-input.ts'
import { toJson } from '../inputs/nonsense.ts'
import { type Call, type Caller, type HttpRequest, samePage } from './call.ts'
import { type Door, lettersFor } from './doors.ts'
import { findTarget, makeDisposable, type People, type Records } from './people.ts'

/** One of the sessions that call concurrently. */
export type Lane = { caller: Caller; people: People; address: string }
type Kind = 'valid' | 'schema' | 'spoiled' | 'nonsense'

export const json = { 'content-type': 'application/json' }

/** Headers of the caller's browser: its session, its address, and at times the user of its page. */
export function headersFor(lane: Lane, self: Target, random: Random, mustBeFresh: boolean): Record<string, string> {
  const token = mustBeFresh || random.chance(0.7) ? self.tokens.fresh : self.tokens.stale
  return {
    ...samePage,
    'x-forwarded-for': lane.address,
    ...(self === nobody ? {} : { cookie: `session=${token}` }),
    ...(self !== nobody && random.chance(0.3) ? { [pageUserHeader]: String(self.userId) } : {}),
    ...(random.chance(0.3) ? { 'accept-encoding': 'gzip' } : {}),
    ...(random.chance(0.1) ? { 'x-background': '1' } : {}),
  }
}

/** Calls a procedure with records that it may serve, mostly; a record that the call may change is made for it alone. */
export async function makeProcedureCall(
  records: Records,
  lane: Lane,
  { door, kind, random }: { door: Door; kind: Kind; random: Random },
): Promise<Call> {
  const { target, self, mustBeFresh } = await prepare(records, lane, door, { kind, random })
  const valid = door.row.input?.(target, records)
  const value = makeInput(kind, door.procedure, valid, random)
  const headers = headersFor(lane, self, random, mustBeFresh)
  const request = (given: unknown) => toRequest(door, given, { valid, headers })
  return {
    caller: lane.caller,
    door: door.name,
    kind,
    request: request(value),
    input: { value, request },
    mayShow: [self.mark, target.mark],
  }
}

/** The record that a call is about, and the user who makes it. */
export async function prepare(
  records: Records,
  lane: Lane,
  door: Door,
  { kind, random }: { kind: Kind; random: Random },
): Promise<{ target: Target; self: Target; mustBeFresh: boolean }> {
  const letters = lettersFor(door, lane.caller)
  const served = letters.filter(([, letter]) => letter === '+')
  const mostlyServed = kind === 'valid' ? 0.9 : 0.7
  const [relation, letter] = random.pick(served.length > 0 && random.chance(mostlyServed) ? served : letters)
  const changes = door.changes || door.row.arrange !== undefined
  const isDisposable = letter === '+' && relation !== 'all' && changes && (kind === 'valid' || random.chance(0.4))
  const target = isDisposable
    ? await makeDisposable(records, door, relation, lane.caller)
    : findTarget(lane.people, relation)
  if (isDisposable) await door.row.arrange?.(target, records)
  const isSelf = (relation === 'own' || relation === 'self') && lane.people.self !== nobody
  return { target, self: isSelf ? target : lane.people.self, mustBeFresh: door.row.fresh !== undefined }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A procedure's input, whatever it is, as an HTTP request. */
export function toRequest(
  door: Door,
  input: unknown,
  { valid, headers }: { valid: unknown; headers: Record<string, string> },
): HttpRequest {
  if (!door.rest) {
    const path = `/trpc/${door.procedure}`
    if (door.changes) return { method: 'POST', path, headers: { ...headers, ...json }, body: toJson(input ?? {}) }
    const query = input === undefined ? '' : `?input=${encodeURIComponent(toJson(input))}`
    return { method: 'GET', path: path + query, headers }
  }
  const { method } = door.rest
  // Nonsense in place of an object still needs the ids of the path.
  const fields = isFields(input) ? input : isFields(valid) ? valid : {}
  const made = toRestRequest(
    door.rest,
    door.row,
    method === 'GET' ? asTexts(fields) : idsAsTexts(door.rest.path, fields),
  )
  if (made.method === 'GET') {
    const query = new URLSearchParams(made.query).toString()
    return { method, path: escapePath(made.url) + (query === '' ? '' : `?${query}`), headers }
  }
  const body = toJson(isFields(input) || input === undefined ? made.payload : input)
  return { method, path: escapePath(made.url), headers: { ...headers, ...json }, body }
}

/** An object has no text in an address; its JSON is used. */
const asText = (value: unknown): unknown => (typeof value === 'object' && value !== null ? toJson(value) : value)
const asTexts = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asText(value)]))
const idsAsTexts = (path: string, fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, path.includes(`:${name}`) ? asText(value) : value]),
  )

/** An address may hold only some characters; the bytes of the others are escaped. */
export const escapePath = (path: string): string =>
  [...Buffer.from(path, 'utf8')]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f && byte !== 0x23
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
