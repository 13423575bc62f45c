import { sql } from 'kysely'
import type { Random } from '#scripts/made-up/random.ts'
import { serverPages } from '#shared/contract/server-pages.ts'
import type { SendgridStandIn } from '#tests/standins/sendgrid.ts'
import { twilioAccount, twilioNumber } from '#tests/standins/twilio-account.ts'
import type { TwilioStandIn } from '#tests/standins/twilio.ts'
import { makeOwner, type Target } from '../../access/records.ts'
import { drawNonsense } from '../inputs/make-input.ts'
import { spoil, toJson } from '../inputs/nonsense.ts'
import type { Call, Caller, HttpRequest, Kind } from './call.ts'
import { makeFeedCall } from './feed-calls.ts'
import type { Records } from './people.ts'
import { escapePath, headersFor, type Lane } from './procedure-calls.ts'

/** What makes calls of routes that are no procedures. */
export type PlainTools = {
  records: Records
  lane: Lane
  kind: Kind
  random: Random
  sendgrid: Pick<SendgridStandIn, 'signed'>
  twilio: Pick<TwilioStandIn, 'signed'>
  publicUrl: string
  metricsToken: string
}
type MakeRequest = (tools: PlainTools) => HttpRequest | Promise<HttpRequest>
/** `by`: who is served here; everybody if absent. */
type PlainDoor = { by?: readonly Caller[]; make: MakeRequest }

const isValid = ({ kind }: PlainTools) => kind === 'valid'
const text = (value: unknown) => (typeof value === 'string' ? value : toJson(value))
const get = (path: string, headers: Record<string, string> = {}): HttpRequest => ({ method: 'GET', path, headers })
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A fixed path, with a query that it does not expect. */
const page =
  (...paths: string[]): MakeRequest =>
  (tools) => {
    const { random } = tools
    const path = random.pick(paths)
    if (isValid(tools)) return get(path)
    const method = random.pick(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE'])
    const query = random.chance(0.5) ? `?${escapePath(text(drawNonsense(random))).slice(0, 2_000)}` : ''
    return { method, path: path + query, headers: {} }
  }

/** Pages of the client, its files, and paths that lead out of its folder or nowhere. */
const strangePaths = [
  '/..%2f..%2f..%2fx.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..\\..\\package.json',
  '/assets/%00.js',
  '/%zz',
  '/%ff',
  '//',
  '/assets/',
  '/assets/app.js/',
  '/.env',
  '/api',
  '/api/',
  '/api/no/such',
  '/trpc',
  '/trpc/',
  '/trpc/no.such',
  '/trpc/constructor',
  '/trpc/__proto__',
  '/trpc/toString,auth.login',
  '/config/x',
  '/webhooks/x',
  '/ingest/v1/events',
  `/${'a/'.repeat(500)}`,
  `/${'%41'.repeat(2_000)}`,
]

/** A message's answer to a recipient whose mail program unsubscribes with one click. */
async function unsubscribe(tools: PlainTools): Promise<HttpRequest> {
  const { records, random } = tools
  const { links } = isValid(tools) ? await makeOwner(records, 'USER') : tools.lane.people.managed
  const token = isValid(tools) || random.chance(0.5) ? links.unsubscribe : text(drawNonsense(random))
  const body = isValid(tools) || random.chance(0.7) ? 'List-Unsubscribe=One-Click' : text(drawNonsense(random))
  const type = random.pick([form, { 'content-type': 'multipart/form-data; boundary=x' }, {}])
  return {
    method: 'POST',
    path: `/unsubscribe/${escapePath(token)}`,
    headers: { ...(isValid(tools) ? form : type) },
    body,
  }
}

const sendgridEvents = [
  'processed',
  'delivered',
  'bounce',
  'deferred',
  'dropped',
  'spamreport',
  'unsubscribe',
  'open',
  'x',
]

/** Events of SendGrid: about notices that exist or not, with any fields, signed or not. */
function sendgridCall(tools: PlainTools): HttpRequest {
  const { random, sendgrid, lane } = tools
  const { noticeId, notifiedAddress } = lane.people.managed
  const event = () => ({
    email: notifiedAddress,
    event: random.pick(sendgridEvents),
    timestamp: 1_790_000_000 + random.below(1_000),
    sg_event_id: `event${random.below(2 ** 31)}`,
    sg_message_id: `message${random.below(2 ** 31)}.recvd-1`,
    notice: String(random.chance(0.7) ? noticeId : random.below(2 ** 31)),
    attempt: '1',
  })
  const events = Array.from({ length: 1 + random.below(4) }, event)
  const given: unknown = isValid(tools)
    ? events
    : tools.kind === 'nonsense'
      ? drawNonsense(random)
      : spoil(events, random, () => drawNonsense(random))
  // The stand-in writes its body with JSON.stringify; nonsense that only a text can hold goes unsigned.
  const { body, headers } = sendgrid.signed(given as unknown[])
  const unsigned = !isValid(tools) && random.chance(0.15)
  return { method: 'POST', path: '/webhooks/sendgrid', headers, body: unsigned ? toJson(given) : body }
}

/** A callback of Twilio with these fields, some spoiled, signed or with another signature. */
const twilioCall =
  (path: string, makeFields: (tools: PlainTools) => Record<string, string>): MakeRequest =>
  (tools) => {
    const { random, twilio, publicUrl, lane } = tools
    const address = `${path}?notice=${lane.people.managed.noticeId}&attempt=1`
    const fields = makeFields(tools)
    if (!isValid(tools)) fields[random.pick([...Object.keys(fields), '__proto__', 'x'])] = text(drawNonsense(random))
    const { body, headers } = twilio.signed(publicUrl + address, fields)
    const wrong = !isValid(tools) && random.chance(0.1)
    return { method: 'POST', path: address, headers, body: wrong ? `${body}&x=1` : body }
  }

const sid = (random: Random) =>
  `SM${random
    .below(2 ** 31)
    .toString(16)
    .padStart(32, '0')}`
const statusFields = ({ random, lane }: PlainTools) => ({
  MessageSid: sid(random),
  MessageStatus: random.pick(['queued', 'sent', 'delivered', 'undelivered', 'failed', 'x']),
  To: lane.people.managed.number,
  From: twilioNumber,
  AccountSid: twilioAccount,
  ...(random.chance(0.3) ? { ErrorCode: random.pick(['21610', '30003', '30007', 'x']) } : {}),
})
const inboundFields = ({ random, lane }: PlainTools) => ({
  MessageSid: sid(random),
  From: lane.people.managed.number,
  To: twilioNumber,
  Body: random.pick(['STOP', 'START', 'HELP', 'YES', 'stop please', 'Who is this?', '🙂', '']),
  NumMedia: '0',
  AccountSid: twilioAccount,
})

const pieceBytes = 40

/** A piece of an upload that its caller has begun. */
async function pieceCall(tools: PlainTools): Promise<HttpRequest> {
  const { records, lane, random } = tools
  const { self } = lane.people
  const id = await beginUpload(records, self)
  const [place, length] = isValid(tools)
    ? [0, pieceBytes]
    : [random.pick([0, 1, -1, 2 ** 31, 'x']), random.pick([0, 1, pieceBytes])]
  const upload = isValid(tools) || random.chance(0.6) ? id : escapePath(text(drawNonsense(random)))
  return {
    method: 'POST',
    path: `/roll/uploads/${upload}/pieces/${place}`,
    headers: { ...headersFor(lane, self, random, false), 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(length, 0),
  }
}

/** An upload that is under way, as its first call leaves it. */
export async function beginUpload({ server }: Records, { userId }: Target): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into roll (state, file_name, bytes, created_by, claimed_until)
    values ('uploading', 'fuzz.csv', ${pieceBytes}, ${userId}, now() + interval '1 hour') returning id`.execute(
    server.deps.db,
  )
  return rows[0]?.id ?? 0
}

/** A page that a message links to, opened, or with one of its buttons pressed. */
const serverPage =
  (start: string, method: 'GET' | 'POST'): MakeRequest =>
  (tools) => {
    const { random } = tools
    const token = isValid(tools) ? 'no-ticket' : escapePath(text(drawNonsense(random))).slice(0, 3_000)
    const query =
      isValid(tools) || random.chance(0.5) ? '' : `?${escapePath(text(drawNonsense(random))).slice(0, 2_000)}`
    const path = `${start}/${token}${query}`
    if (method === 'GET') return { method, path, headers: {} }
    const fields = new URLSearchParams({
      [random.pick(['again', 'code', 'answer', 'scope', 'press', '__proto__'])]: isValid(tools)
        ? 'yes'
        : text(drawNonsense(random)).slice(0, 2_000),
    })
    return { method, path, headers: form, body: fields.toString() }
  }

/** Every route that is no procedure, by its name in the list of routes. */
export const plainDoors: Record<string, PlainDoor> = {
  'GET /healthz': { make: page('/healthz') },
  'GET /readyz': { make: page('/readyz') },
  'GET /metrics': {
    make: (tools) =>
      get('/metrics', {
        authorization: isValid(tools)
          ? `Bearer ${tools.metricsToken}`
          : escapePath(text(drawNonsense(tools.random))).slice(0, 500),
      }),
  },
  'GET /config/landnotificationui/product.json': { make: page('/config/landnotificationui/product.json') },
  'GET /config/translations/:file': {
    make: (tools) =>
      get(
        `/config/translations/${isValid(tools) ? 'th.json' : escapePath(text(drawNonsense(tools.random))).slice(0, 3_000)}`,
      ),
  },
  'GET /outbox/messages': {
    make: (tools) => {
      const query = isValid(tools)
        ? tools.random.pick(['', '?to=nobody@example.org'])
        : `?to=${escapePath(text(drawNonsense(tools.random))).slice(0, 3_000)}`
      return get(`/outbox/messages${query}`)
    },
  },
  'GET /*': {
    make: (tools) =>
      isValid(tools)
        ? get(tools.random.pick(['/', '/login', '/home', '/controlPanel/users', '/assets/app.js', '/slides/1.svg']))
        : page(...strangePaths)(tools),
  },
  ...Object.fromEntries(
    serverPages.flatMap((start) =>
      (['GET', 'POST'] as const).map((method) => [`${method} ${start}/:token`, { make: serverPage(start, method) }]),
    ),
  ),
  'POST /unsubscribe/:token': { make: unsubscribe },
  'POST /webhooks/sendgrid': { make: sendgridCall },
  'POST /webhooks/twilio/status': { make: twilioCall('/webhooks/twilio/status', statusFields) },
  'POST /webhooks/twilio/inbound': { make: twilioCall('/webhooks/twilio/inbound', inboundFields) },
  'POST /roll/uploads/:id/pieces/:place': { by: ['FOREVER', 'TRIMIN'], make: pieceCall },
  'POST /ingest/v1/events': { by: ['feed'], make: ({ kind, random }) => makeFeedCall(null, kind, random).request },
}

/** Calls a route that is no procedure. */
export async function makePlainCall(door: string, tools: PlainTools): Promise<Call> {
  const request = await plainDoors[door]?.make(tools)
  if (!request) throw new Error(`There is no route ${door}.`)
  return { caller: tools.lane.caller, door, kind: tools.kind, request, mayShow: null }
}
