import { createHmac } from 'node:crypto'
import type { Entry } from './ledger.ts'
import { twilioAccount, twilioNumber, twilioToken } from './twilio-account.ts'

/** Where Twilio posts texts that a resident sends to our number. */
export const inboundPath = '/webhooks/twilio/inbound'

const ourAccount = { AccountSid: twilioAccount, ApiVersion: '2010-04-01' }

type Fields = Record<string, string>

/** Body and headers of a signed webhook call to an address. */
export const signForm = (address: string, fields: Fields): { body: string; headers: Record<string, string> } => ({
  body: new URLSearchParams(fields).toString(),
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': createHmac('sha1', twilioToken)
      .update(
        address +
          Object.keys(fields)
            .toSorted()
            .map((key) => key + fields[key])
            .join(''),
      )
      .digest('base64'),
  },
})

/** Posts fields, signed for an address, to it or to a server behind it; returns the status. */
export async function postForm(address: string, fields: Fields, server = address): Promise<number> {
  const { body, headers } = signForm(address, fields)
  return (await fetch(server, { method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) })).status
}

/** Fields of a status callback about a text of the ledger; the address is the text's own. */
export const toStatusCallback = (
  entry: Entry,
  status: string,
  errorCode?: number,
): { address: string; fields: Fields } => ({
  address: String(entry.message.callback),
  fields: {
    MessageSid: entry.id,
    SmsSid: entry.id,
    MessageStatus: status,
    SmsStatus: status,
    To: entry.to,
    From: twilioNumber,
    ...ourAccount,
    ...(errorCode === undefined ? {} : { ErrorCode: String(errorCode) }),
  },
})

/** Fields of the webhook about a text that a resident sent to our number. */
export const toInboundFields = (id: string, from: string, body: string): Fields => ({
  MessageSid: id,
  SmsSid: id,
  SmsStatus: 'received',
  From: from,
  To: twilioNumber,
  Body: body,
  NumMedia: '0',
  ...ourAccount,
})
