import twilio from 'twilio'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import type { TextMessage } from '../common/message.ts'
import type { CommonEnv } from '../common/provider.ts'
import { DeliveryError, type LookUpResult, toRefusalError, type Transport } from '../common/transport.ts'
import { callIfInTime, KeepAliveClient } from './client.ts'
import { isSenderStatus, twilioCodes } from './codes.ts'
import { listInboundTexts, listTextsSince } from './list-texts.ts'
import { mentionsDocument } from './mentions-document.ts'
import { readTwilioStatus } from './report.ts'
import { toInboundCallback } from './sources.ts'
import { statusPath } from './webhook.ts'

/** By then, an accepted text is certainly on Twilio's list. */
const inDoubtWaitMs = 30_000
/** Allows for a small difference between clocks. */
const clockSpareMs = 10_000
/** No further page is requested after this, so that the list ends within a lease. */
export const twilioTimes = { pagesMs: 60_000 }

type TwilioEnv = Pick<CommonEnv, 'PUBLIC_URL'> & {
  TWILIO_ACCOUNT_SID?: string | undefined
  TWILIO_AUTH_TOKEN?: string | undefined
  TWILIO_FROM?: string | undefined
  TWILIO_BASE_URL?: string | undefined
}

/**
 * Twilio's official client, on keep-alive connections of our own.
 * @param times only tests set it
 */
export function twilioTransport(env: TwilioEnv, { pagesMs }: typeof twilioTimes = twilioTimes): Transport<TextMessage> {
  const http = new KeepAliveClient(env.TWILIO_BASE_URL)
  const client = twilio(env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, { httpClient: http, autoRetry: false })
  const from = env.TWILIO_FROM ?? ''
  // 'MG…' names a messaging service, which chooses among its numbers.
  const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
  const callbacks = getCallbackAddress(env)
  return {
    name: 'twilio',
    send: ({ noticeId, attempt, message, deadline }) =>
      translateErrors(async () => {
        const text = await callIfInTime(deadline.mayBegin, () =>
          client.messages.create({
            to: message.to,
            ...sender,
            body: message.text,
            ...(callbacks && { statusCallback: `${callbacks}?notice=${noticeId}&attempt=${attempt}` }),
          }),
        )
        return text.sid
      }),
    inDoubtWaitMs,
    findMessage: ({ target, calledAt, links, documentId = null }) =>
      translateErrors(async () => {
        const texts = await listTextsSince(client, target, calledAt.getTime() - clockSpareMs, pagesMs)
        const ours = texts.filter(
          ({ direction, status, body }) =>
            direction.startsWith('outbound') &&
            // A text that was not delivered is no answer about a later call.
            readTwilioStatus({ MessageStatus: status })?.meaning !== 'failed' &&
            (links === null ||
              links.some((link) => body.includes(link)) ||
              (documentId !== null && mentionsDocument(body, documentId))),
        )
        return ours.at(-1)?.sid ?? null
      }),
    listInbound: (since) =>
      translateErrors(async () => {
        const { texts, whole } = await listInboundTexts(
          client,
          { to: from.startsWith('MG') ? null : from, since },
          pagesMs,
        )
        return { callbacks: texts.map(toInboundCallback), complete: whole }
      }),
    lookUp: (number) =>
      translateErrors(async () =>
        readLookUp(await client.lookups.v2.phoneNumbers(number).fetch({ fields: 'line_type_intelligence' })),
      ),
    close: () => http.close(),
  }
}

/** The address to which Twilio reports the fate of a text; it cannot reach a loopback address. */
function getCallbackAddress(env: TwilioEnv): string | null {
  const { hostname } = new URL(env.PUBLIC_URL)
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return loopback && !env.TWILIO_BASE_URL ? null : env.PUBLIC_URL + statusPath
}

async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof DeliveryError ? error : toDeliveryError(error as { status?: number; code?: number })
  }
}

/** Translates an error of Twilio's API into a delivery error. */
export function toDeliveryError({ status, code }: { status?: number; code?: number }): DeliveryError {
  const known = code === undefined ? undefined : twilioCodes[code]
  if (known) return toRefusalError(known.concern, `${known.words} (Twilio ${code})`, toOptions(code, known.stop))
  const said = `Twilio answered ${code ?? status ?? 'with an unreadable response'}.`
  if (status === undefined) return new DeliveryError('in-doubt', said)
  return toRefusalError(isSenderStatus(status) ? 'sender' : 'message', said, toOptions(code ?? status))
}

const toOptions = (code: number | undefined, suppress?: SuppressionReason) => ({
  suppress,
  refusedFor: `Twilio ${code}`,
})

type Line = { valid: boolean; lineTypeIntelligence?: unknown }

/** Landlines take no texts. A line whose type Twilio does not know may. */
export function readLookUp({ valid, lineTypeIntelligence }: Line): LookUpResult {
  if (!valid) return { textable: false, problem: 'This number is not in use.' }
  const type = (lineTypeIntelligence as { type?: unknown } | null | undefined)?.type
  return type === 'landline' || type === 'pager' || type === 'voicemail'
    ? { textable: false, problem: 'This is a landline; it cannot receive texts.' }
    : { textable: true }
}
