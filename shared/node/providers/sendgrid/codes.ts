import type { Concern } from '../common/concern.ts'

/** A refusal by SendGrid: its status, and the fields of the request that it names. */
type SendgridRefusal = { status: number; fields: readonly string[] }

/** Statuses that concern the account, its key, or the address that we call, whatever fields they name. */
const ofTheSender = new Set([401, 402, 403, 404, 405, 406, 407, 408, 410, 415, 451])

/** Whom a named field concerns; the first that fits counts. */
const fieldConcerns: readonly [RegExp, Concern][] = [
  [
    /^(from|reply_to|reply_to_list|asm|ip_pool_name|batch_id|template_id|categories|mail_settings|tracking_settings)\b/,
    'sender',
  ],
  [/^personalizations\.\d+\.(to|cc|bcc)\b/, 'recipient'],
]

const toConcern = (field: string): Concern => fieldConcerns.find(([named]) => named.test(field))?.[1] ?? 'message'

/**
 * Whom a refusal concerns. If it names several fields, the sender's counts: until it is corrected, no message can be
 * sent.
 */
export function readConcern({ status, fields }: SendgridRefusal): Concern {
  if (ofTheSender.has(status) || (status >= 300 && status < 400)) return 'sender'
  const concerns = fields.map(toConcern)
  return concerns.includes('sender') ? 'sender' : concerns.includes('recipient') ? 'recipient' : 'message'
}

/** What to correct at SendGrid, or in our settings, by the status. */
export const cures: Readonly<Record<number, string>> = {
  400: 'Check EMAIL_FROM: SendGrid must know the address as a verified sender.',
  401: 'Check SENDGRID_API_KEY, and that the account has credits left.',
  403: 'Check that the key may send mail, and that EMAIL_FROM is a verified sender.',
  404: 'Check SENDGRID_BASE_URL.',
}
