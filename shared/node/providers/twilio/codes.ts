import type { DeliveryStatus } from '../common/callback.ts'
import type { Concern } from '../common/concern.ts'

type Stop = NonNullable<DeliveryStatus['stop']>

/** What an error code of Twilio means, in words for staff: what is wrong, and how to correct it if possible. */
export type TwilioCode = { concern: Concern; words: string; stop?: Stop }

const sender = (words: string): TwilioCode => ({ concern: 'sender', words })
const recipient = (words: string, stop?: Stop): TwilioCode => ({
  concern: 'recipient',
  words,
  ...(stop && { stop }),
})
const message = (words: string): TwilioCode => ({ concern: 'message', words })

const account = sender('Twilio has closed or suspended our account. Log in at twilio.com and ask Twilio.')
const token = sender(
  'Twilio does not accept our account or its password. Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.',
)
const ourNumber = sender('Twilio cannot send from our number. Check TWILIO_FROM, and that the number can send texts.')
const ourService = sender(
  'Twilio cannot send with our messaging service. Check TWILIO_FROM, and that the service has a number.',
)
const tooMany = sender('Twilio has too many of our texts waiting. We send this one later.')
const registration = sender(
  'US carriers block our number until it is registered. Finish its registration at twilio.com.',
)
const callback = sender('Twilio does not accept our address for reports. Check PUBLIC_URL.')
const noNumber = recipient('This is not a valid phone number. Ask its owner for the right one, and delete this one.')
const landline = recipient(
  'The number is a landline or cannot receive texts. Ask its owner for a cell phone, or add an email.',
  'bounce',
)

/** Twilio's error codes by whom they concern (twilio.com/docs/api/errors). */
export const twilioCodes: Readonly<Partial<Record<number, TwilioCode>>> = {
  10001: account,
  14107: tooMany,
  20003: token,
  20005: account,
  20006: token,
  20403: token,
  20404: sender('Twilio does not know our account. Check TWILIO_ACCOUNT_SID.'),
  20429: tooMany,
  21211: noNumber,
  21212: ourNumber,
  21213: ourNumber,
  21214: noNumber,
  21217: noNumber,
  21401: noNumber,
  21408: sender('Texts to that country are turned off. Turn them on at twilio.com, under Messaging, Geo permissions.'),
  21421: noNumber,
  21601: ourNumber,
  21602: message('The text is empty.'),
  21603: ourNumber,
  21605: message('The text is too long.'),
  21606: ourNumber,
  21608: sender('A trial account texts only numbers that it has verified. Upgrade the account at twilio.com.'),
  21609: callback,
  21610: recipient('The owner of the number replied STOP.', 'stop'),
  21611: tooMany,
  21612: message('Twilio has no way to reach this number from ours.'),
  21614: landline,
  21617: message('The text is too long.'),
  21619: message('The text is empty.'),
  21626: callback,
  21635: landline,
  21659: ourNumber,
  21660: ourNumber,
  21661: ourNumber,
  21701: ourService,
  21702: ourService,
  21703: ourService,
  21704: ourService,
  21705: ourService,
  21708: ourService,
  30001: tooMany,
  30002: account,
  30003: recipient('The phone is off or out of reach. Send the text again later.'),
  30005: recipient('The number is not in use.', 'bounce'),
  30006: landline,
  30007: sender('A carrier held back our text as unwanted. Check the registration of our number at twilio.com.'),
  30023: tooMany,
  30032: registration,
  30033: registration,
  30034: registration,
  30035: registration,
  63017: tooMany,
  63038: tooMany,
  90010: account,
}

/** Statuses without a known code that concern the account, its token, or the address that we call. */
export const isSenderStatus = (status: number): boolean => [401, 402, 403, 404, 405, 407, 408].includes(status)
