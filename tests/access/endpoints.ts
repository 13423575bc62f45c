/* oxlint-disable no-underscore-dangle -- tRPC keeps a procedure's definition in _def. */
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import readExcel from 'read-excel-file/node'
import { metaOf, procedures, restRoutes } from '../helpers/procedures.ts'
import type { Browser } from '../helpers/server.ts'
import type { Row } from './cells.ts'
import type { RecordsWorld, Target } from './records.ts'

/** An endpoint of a procedure: tRPC, or one of its REST paths. */
export type Endpoint = {
  label: string
  procedure: string
  changes: boolean
  files: boolean
  rest: { method: 'GET' | 'POST'; path: string } | null
}

export function endpointsFor(procedure: string): Endpoint[] {
  const changes = procedures[procedure]?._def.type === 'mutation'
  const shared = { procedure, changes, files: metaOf(procedure).download === true }
  const paths = restRoutes().filter((route) => route.procedure === procedure)
  return [
    { label: 'tRPC', ...shared, rest: null },
    ...paths.map(({ method, path }) => ({ label: `${method} /api${path}`, ...shared, rest: { method, path } })),
  ]
}

/** The names in a procedure's input. */
export function listInputNames(procedure: string): string[] {
  const definition = procedures[procedure]?._def as
    | { inputs?: { shape?: object; in?: { shape?: object } }[] }
    | undefined
  // An input that is parsed further has its shape inside.
  return (definition?.inputs ?? []).flatMap((input) => Object.keys(input.shape ?? input.in?.shape ?? {}))
}

type Answer = { letter: string; content: unknown; file: Buffer | null }

/** Calls the endpoint and maps the answer to a letter of the matrix; 'done' still needs proof. */
export async function callEndpoint(
  browser: Browser,
  { door, row }: { door: Endpoint; row: Row },
  target: Target,
  world: RecordsWorld,
): Promise<Answer> {
  const input = row.input?.(target, world) as Record<string, unknown> | undefined
  return door.rest ? callRest(browser, door.rest, row, input ?? {}) : callTrpc(browser, door, input)
}

async function callTrpc(
  browser: Browser,
  { procedure, changes }: Endpoint,
  input: object | undefined,
): Promise<Answer> {
  const { status, data, error } = changes
    ? await browser.mutate<{ content: unknown }>(procedure, input)
    : await browser.query<{ content: unknown }>(procedure, input)
  const letter = status === 200 ? 'done' : status === 400 ? 'R' : toRefusalLetter(status, error?.data.status)
  return { letter, content: data?.content, file: null }
}

async function callRest(
  browser: Browser,
  rest: NonNullable<Endpoint['rest']>,
  row: Row,
  input: Record<string, unknown>,
): Promise<Answer> {
  return readAnswer(await browser.inject(toRestRequest(rest, row, input)))
}

type RestRequest = { url: string } & (
  | { method: 'GET'; query: Record<string, string> }
  | { method: 'POST'; payload: object }
)

/** A procedure's input as a request to one of its REST paths. */
export function toRestRequest(
  { method, path }: NonNullable<Endpoint['rest']>,
  row: Pick<Row, 'rest'>,
  input: Record<string, unknown>,
): RestRequest {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const url = `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => String(input[name]))}`
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !named.includes(name)))
  if (method === 'POST') return { method, url, payload: row.rest?.(input) ?? rest }
  return { method, url, query: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])) }
}

function readAnswer(response: LightMyRequestResponse): Answer {
  const { statusCode, headers, rawPayload } = response
  if (statusCode === 200 && !String(headers['content-type']).startsWith('application/json'))
    return { letter: 'done', content: null, file: rawPayload }
  const { ok, content } = response.json<{ ok: boolean; content: { status?: string } | null }>()
  const letter = statusCode === 200 ? (ok ? 'done' : 'R') : toRefusalLetter(statusCode, content?.status)
  return { letter, content, file: null }
}

function toRefusalLetter(status: number, told: string | undefined): string {
  if (status === 403) return told === 'LOGIN' ? 'L' : 'F'
  return status === 404 ? 'M' : String(status)
}

/** Whether the answer contains that record, or its change was made. Without a record, any answer counts. */
export async function isProven({ content, file }: Answer, row: Row, target: Target | null, world: RecordsWorld) {
  if (file) return await isFile(file, row, target)
  if (row.done && target) {
    const { rows } = await sql<{ done: boolean }>`select ${row.done(target, world)} as done`.execute(
      world.server.deps.db,
    )
    return rows[0]?.done === true
  }
  if (row.shows) return includesDeep(content, row.shows(target ?? ({} as Target)))
  return target ? JSON.stringify(content).includes(target.mark) : content !== undefined
}

async function isFile(file: Buffer, row: Row, target: Target | null): Promise<boolean> {
  if (row.file === 'pdf') return file.subarray(0, 5).toString() === '%PDF-'
  const sheets = await readExcel(file)
  return target === null || JSON.stringify(sheets).includes(target.mark)
}

/** Whether `given` contains every part of `wanted`; lists contain each wanted item somewhere. */
function includesDeep(given: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(given) &&
      given.length >= wanted.length &&
      wanted.every((item) => given.some((one) => includesDeep(one, item)))
    )
  if (typeof wanted !== 'object' || wanted === null) return given === wanted
  if (typeof given !== 'object' || given === null) return false
  return Object.entries(wanted).every(([key, value]) => includesDeep((given as Record<string, unknown>)[key], value))
}
