import type { InjectOptions } from 'fastify'
import { serverPages } from '#shared/contract/server-pages.ts'

/** A route without a procedure: its authentication, and the answer without it. */
type PlainRoute = { proof: string; without: number; call?: Pick<InjectOptions, 'url' | 'payload' | 'headers'> }

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Each page says that an invented link is not valid. */
const ofServerPages = Object.fromEntries(
  serverPages.flatMap((start): [string, PlainRoute][] => {
    const url = `${start}/no-ticket`
    const proof = 'the ticket or signed token in its address'
    return [
      [`GET ${start}/:token`, { proof, without: 200, call: { url } }],
      [`POST ${start}/:token`, { proof, without: 200, call: { url, payload: '', headers: form } }],
    ]
  }),
)

/** A session does not authenticate here: visitors and all five roles get the same answer. Add new routes here. */
export const plainRoutes: Record<string, PlainRoute> = {
  'GET /healthz': { proof: 'anyone: says only that the process is up', without: 200 },
  'GET /readyz': { proof: 'anyone: says only whether the database and its schema serve', without: 200 },
  'GET /metrics': { proof: 'the bearer token METRICS_TOKEN', without: 401 },
  'GET /config/landnotificationui/product.json': { proof: 'anyone: two addresses', without: 200 },
  'GET /config/translations/:file': {
    proof: "anyone: the county's own translation",
    without: 200,
    call: { url: '/config/translations/th.json' },
  },
  'POST /ingest/v1/events': { proof: 'a feed key', without: 401, call: { payload: { events: [] } } },
  'POST /roll/uploads/:id/pieces/:place': {
    // With a call of our own page, tests/roll tries all roles.
    proof: 'our own page, and a session with the right to the Technical section',
    without: 403,
    call: {
      url: '/roll/uploads/1/pieces/0',
      payload: 'x',
      headers: { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'cross-site' },
    },
  },
  'POST /webhooks/sendgrid': { proof: "SendGrid's signature over the raw body", without: 403, call: { payload: [] } },
  'POST /webhooks/twilio/status': {
    proof: "Twilio's signature",
    without: 403,
    call: { payload: 'a=b', headers: form },
  },
  'POST /webhooks/twilio/inbound': {
    proof: "Twilio's signature",
    without: 403,
    call: { payload: 'a=b', headers: form },
  },
  'GET /outbox/messages': {
    proof: 'the embedded database, and a caller on this machine without a proxy',
    without: 404,
    call: { url: '/outbox/messages?to=nobodyatall@example.org' },
  },
  ...ofServerPages,
  // No button was pressed: back to the page.
  'POST /notice/:token': {
    proof: 'the ticket or signed token in its address',
    without: 303,
    call: { url: '/notice/no-token', payload: '', headers: form },
  },
  'POST /unsubscribe/:token': {
    proof: 'the signed token of a message (RFC 8058)',
    without: 404,
    call: { url: '/unsubscribe/no-token', payload: 'List-Unsubscribe=One-Click', headers: form },
  },
  // Only if the client is built.
  'GET /*': { proof: 'anyone: files of the built client', without: 200, call: { url: '/controlPanel/users' } },
}
