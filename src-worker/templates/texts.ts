import { keepPath, noticePath } from '#shared/node/links.ts'
import { dayToWire } from '#shared/rules/dates.ts'
import { contactLine } from './contact.ts'
import type { NoticeFacts, RecordFacts } from './facts.ts'
import type { Letterhead, TextMessage } from './message.ts'
import { fit, gsm } from './plain.ts'
import { documentOf, shortDay } from './record-words.ts'
import { wordsOf } from './words.ts'

const text = (notice: NoticeFacts, body: string): TextMessage => ({ channel: 'PHONE', to: notice.target, text: body })

/** '(612) 555-0130' takes two septets more than it must. */
const shortPhone = (phone: string): string => gsm(phone).replace(/^\((\d{3})\) /, '$1-')

/** The text about one record: two segments at most; the link and STOP are never cut. */
export function matchText(notice: NoticeFacts, record: RecordFacts, letterhead: Letterhead): TextMessage {
  const { words } = wordsOf(notice.language)
  const say = words.match.text
  const first = notice.alerts[0]
  const many = notice.alerts.length > 1
  const rest = say.rest(
    shortPhone(letterhead.contactPhone),
    letterhead.publicUrl + noticePath(letterhead.secret, notice.id),
  )
  const day = shortDay(record)
  const parts = {
    county: gsm(letterhead.countyName),
    what: gsm(documentOf(record, words)),
    id: gsm(record.documentId),
    alert: many ? String(notice.alerts.length) : gsm(first?.name ?? ''),
    says: gsm(first?.match.recordRaw ?? ''),
  }
  return text(
    notice,
    fit(parts, (p) => (many ? say.many : say.one)({ ...p, day }, rest)),
  )
}

/** The code and the link that verify a number, and how long both work. */
export function verifyText(notice: NoticeFacts, letterhead: Letterhead): TextMessage {
  const { words } = wordsOf(notice.language)
  const secret = secretOf(notice)
  const link = `${letterhead.publicUrl}/ConfirmPhone/${secret.ticket}`
  return text(
    notice,
    fit({ county: gsm(letterhead.countyName) }, (p) =>
      words.verifyText({ ...p, code: secret.code, hours: words.hours(secret.hours), link }),
    ),
  )
}

export function secretOf(notice: NoticeFacts): NonNullable<NoticeFacts['secret']> {
  if (!notice.secret) throw new Error('A verification was to be written without its ticket.')
  return notice.secret
}

/** The letter before a purge, to a number. */
export function keepText(notice: NoticeFacts, letterhead: Letterhead): TextMessage {
  const { words } = wordsOf(notice.language)
  const link = letterhead.publicUrl + keepPath(letterhead.secret, notice.id)
  const [day, lastActive] = [notice.data.day, notice.data.lastActive].map((of) => dayToWire(String(of)))
  return text(
    notice,
    fit({ county: gsm(letterhead.countyName) }, (p) =>
      words.keepText({ ...p, day: day ?? '', lastActive: lastActive ?? '', link }),
    ),
  )
}

export const testText = (notice: NoticeFacts, l: Letterhead): TextMessage =>
  text(
    notice,
    fit({ county: gsm(l.countyName) }, (p) => wordsOf(notice.language).words.testText(p.county)),
  )

export const helpText = (notice: NoticeFacts, l: Letterhead): TextMessage =>
  text(
    notice,
    fit({ county: gsm(l.countyName), contact: gsm(contactLine(l)) }, (p) =>
      wordsOf(notice.language).words.helpText(p.county, p.contact),
    ),
  )

export const yesUnclearText = (notice: NoticeFacts, l: Letterhead): TextMessage =>
  text(
    notice,
    fit({ county: gsm(l.countyName) }, (p) => wordsOf(notice.language).words.yesUnclearText(p.county)),
  )
