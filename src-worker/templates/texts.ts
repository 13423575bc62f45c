import { keepPath, noticePath } from '#shared/node/domain/notices/links.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import { contactLine } from './contact.ts'
import type { NoticeFacts, RecordFacts } from './notice-data.ts'
import type { TextMessage } from '#shared/node/providers/common/message.ts'
import type { Letterhead } from './message.ts'
import { fit, gsm } from './plain.ts'
import { documentOf, shortDay } from './record-words.ts'
import { plain, type Said } from './said.ts'
import { type TextGroup, wordsOfText } from './words.ts'

const text = (notice: NoticeFacts, body: string): TextMessage => ({ channel: 'PHONE', to: notice.target, text: body })

/** '(612) 555-0130' takes two septets more than it must. */
const shortPhone = (phone: string): string => gsm(phone).replace(/^\((\d{3})\) /, '$1-')

/**
 * What a text says, and how parts are written in it: one that is not in GSM's characters has names as they are spelled.
 * `said` joins its parts, the first of which, in one that may be the second, says that.
 */
function penFor(group: TextGroup, notice: NoticeFacts, letterhead: Letterhead) {
  const groups: TextGroup[] = notice.possiblyTwice ? [group, 'twice'] : [group]
  const wording = wordsOfText(groups, notice.language, letterhead)
  const { unicode, max } = wording.alphabet
  const twice = notice.possiblyTwice ? [plain(wording.words.text.twice.note)] : []
  return { wording, write: unicode ? oneLine : gsm, max, said: (...parts: Said[]) => [...twice, ...parts].join(' ') }
}

/** The text about one record: two segments at most in English; the link and STOP are never cut. */
export function matchText(notice: NoticeFacts, record: RecordFacts, letterhead: Letterhead): TextMessage {
  const { wording, write, max, said } = penFor('match', notice, letterhead)
  const say = wording.words.text.match
  const first = notice.alerts[0]
  const many = notice.alerts.length
  const phone = shortPhone(letterhead.contactPhone)
  const rest = said(
    ...(phone ? [say.notExpected({ phone })] : []),
    say.end({ link: letterhead.publicUrl + noticePath(letterhead.secret, notice.id) }),
  )
  const day = shortDay(record)
  const parts = {
    county: write(letterhead.countyName),
    what: write(plain(documentOf(record, wording))),
    id: write(record.documentId),
    alert: many > 1 ? '' : write(first?.name ?? ''),
    says: write(first?.match.recordRaw ?? ''),
  }
  const body = (p: typeof parts) => (many > 1 ? say.many({ ...p, day, count: many }) : say.one({ ...p, day }))
  return text(
    notice,
    fit(parts, (p) => `${body(p)} ${rest}`, max),
  )
}

/** Before the ticket, in the link that verifies a number. */
export const confirmPhonePath = '/ConfirmPhone/'

/** The code and the link that verify a number, and how long both work. */
export function verifyText(notice: NoticeFacts, letterhead: Letterhead): TextMessage {
  const { wording, write, max, said } = penFor('verify', notice, letterhead)
  const secret = secretOf(notice)
  const values = {
    code: secret.code,
    hours: plain(wording.counted('hours', secret.hours)),
    link: `${letterhead.publicUrl}${confirmPhonePath}${secret.ticket}`,
  }
  return text(
    notice,
    fit(
      { county: write(letterhead.countyName) },
      (p) => said(plain(wording.words.text.verify.code({ ...p, ...values }))),
      max,
    ),
  )
}

export function secretOf(notice: NoticeFacts): NonNullable<NoticeFacts['secret']> {
  if (!notice.secret) throw new Error('A verification was to be written without its ticket.')
  return notice.secret
}

/** The letter before a purge, to a number. */
export function keepText(notice: NoticeFacts, letterhead: Letterhead): TextMessage {
  const { wording, write, max, said } = penFor('keep', notice, letterhead)
  const link = letterhead.publicUrl + keepPath(letterhead.secret, notice.id)
  const [day, lastActive] = [notice.data.day, notice.data.lastActive].map((of) => dayToWire(String(of)))
  const values = { day: day ?? '', lastActive: lastActive ?? '', link }
  return text(
    notice,
    fit(
      { county: write(letterhead.countyName) },
      (p) => said(plain(wording.words.text.keep.letter({ ...p, ...values }))),
      max,
    ),
  )
}

export function testText(notice: NoticeFacts, l: Letterhead): TextMessage {
  const { wording, write, max, said } = penFor('test', notice, l)
  return text(
    notice,
    fit({ county: write(l.countyName) }, (p) => said(plain(wording.words.text.test.hello(p))), max),
  )
}

export function helpText(notice: NoticeFacts, l: Letterhead): TextMessage {
  const { wording, write, max, said } = penFor('help', notice, l)
  const say = wording.words.text.help
  return text(
    notice,
    fit(
      { county: write(l.countyName), contact: write(contactLine(l)) },
      (p) => said(say.who(p), ...(p.contact ? [say.contact(p)] : []), say.end),
      max,
    ),
  )
}

export function yesUnclearText(notice: NoticeFacts, l: Letterhead): TextMessage {
  const { wording, write, max, said } = penFor('yesUnclear', notice, l)
  return text(
    notice,
    fit({ county: write(l.countyName) }, (p) => said(plain(wording.words.text.yesUnclear.ask(p))), max),
  )
}
