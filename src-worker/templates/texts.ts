import { dayToWire } from '#shared/domain/dates.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { keepAlertsPath, noticePath, undoPath } from '#shared/node/domain/notices/links.ts'
import type { NoticeTemplate } from '#shared/node/domain/notices/notice-templates.ts'
import type { TextMessage } from '#shared/node/providers/common/message.ts'
import { type TextGroup, getTextCatalog } from './catalog/catalog.ts'
import { toPlainText, type LocalizedText } from './catalog/localized-text.ts'
import { fitText, toGsm, truncate } from './format/plain.ts'
import { contactLine } from './parts/contact.ts'
import { getSecret, type NoticeData, type RecordData } from './parts/notice-data.ts'
import { getDocumentLabel, formatShortDay } from './parts/record-details.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

const text = (notice: NoticeData, body: string): TextMessage => ({ channel: 'PHONE', to: notice.target, text: body })

/** '612-555-0130', two septets shorter than '(612) 555-0130'. */
const shortPhone = (phone: string): string => toGsm(phone).replace(/^\((\d{3})\) /, '$1-')

/**
 * The labels of a text to a phone, and how its parts are written: names keep their spelling unless the text is limited to
 * GSM's characters. `join` joins the parts, after a note in a possible duplicate.
 */
function getTextStyle(group: TextGroup, notice: NoticeData, branding: SenderBranding) {
  const groups: TextGroup[] = notice.possiblyTwice ? [group, 'twice'] : [group]
  const catalog = getTextCatalog(groups, notice.language, branding)
  const { unicode, max } = catalog.alphabet
  const twice = notice.possiblyTwice ? [toPlainText(catalog.labels.text.twice.note)] : []
  return {
    catalog,
    write: unicode ? toSingleLine : toGsm,
    max,
    join: (...parts: LocalizedText[]) => [...twice, ...parts].join(' '),
  }
}

/** The text about one record: two segments at most in English; the link and STOP are never cut. */
export function matchText(notice: NoticeData, record: RecordData, branding: SenderBranding): TextMessage {
  if (record.restricted) return restrictedText(notice, record, branding)
  const { catalog, write, max, join } = getTextStyle('match', notice, branding)
  const texts = catalog.labels.text.match
  const first = notice.alerts[0]
  const many = notice.alerts.length
  const phone = shortPhone(branding.contactPhone)
  const rest = join(
    ...(phone ? [texts.notExpected({ phone })] : []),
    texts.end({ link: branding.publicUrl + noticePath(branding.secret, notice.id) }),
  )
  const day = formatShortDay(record)
  const parts = {
    county: write(branding.countyName),
    what: write(toPlainText(getDocumentLabel(record, catalog))),
    id: write(record.documentId),
    alert: many > 1 ? '' : write(first?.name ?? ''),
    says: write(first?.match.recordRaw ?? ''),
  }
  const body = (p: typeof parts) => (many > 1 ? texts.many({ ...p, day, count: many }) : texts.one({ ...p, day }))
  const message = (p: typeof parts) => `${body(p)} ${rest}`
  const place = fitPlace(getTextPlace(notice, record, write), max - message(parts).length)
  // The address precedes the number of a parcel, and follows a name.
  const named = first?.match.field === 'parcel' ? [place, parts.says] : [parts.says, place]
  const says = named.filter(Boolean).join(', ')
  return text(notice, fitText({ ...parts, says }, message, max))
}

/**
 * The address in a text: that of its record's first property, unless the alert's nickname contains it; '' without one.
 * With a parcel's number, only that parcel's own address: a revision may have removed it, and a record may state
 * several as one.
 */
function getTextPlace({ alerts }: NoticeData, { properties }: RecordData, write: (text: string) => string): string {
  const [property] = properties
  const match = alerts[0]?.match
  if (match?.field === 'parcel' && property?.parcelId !== toSingleLine(match.recordRaw)) return ''
  const address = write(property?.address ?? '')
  const isSaid =
    alerts.length === 1 &&
    write(alerts[0]?.name ?? '')
      .toLowerCase()
      .includes(address.toLowerCase())
  return isSaid ? '' : address
}

/** Too few characters of an address name no house. */
const shortestPlace = 12

/** An address in the room that all other parts leave; '' if that is too little. */
function fitPlace(place: string, room: number): string {
  const left = room - ', '.length
  return left < Math.min(shortestPlace, place.length) ? '' : truncate(place, left)
}

/** The same about a restricted record: its number, type and day, and the alert's own name. */
function restrictedText(notice: NoticeData, record: RecordData, branding: SenderBranding): TextMessage {
  const { catalog, write, max, join } = getTextStyle('restricted', notice, branding)
  const texts = catalog.labels.text.restricted
  const phone = shortPhone(branding.contactPhone)
  const link = branding.publicUrl + noticePath(branding.secret, notice.id)
  const rest = join(...(phone ? [texts.call({ phone })] : []), texts.end({ link }))
  const day = formatShortDay(record)
  const count = notice.alerts.length
  const parts = {
    county: write(branding.countyName),
    what: write(toPlainText(getDocumentLabel(record, catalog))),
    id: write(record.documentId),
    alert: count > 1 ? '' : write(notice.alerts[0]?.name ?? ''),
  }
  const body = (p: typeof parts) => (count > 1 ? texts.many({ ...p, day, count }) : texts.one({ ...p, day }))
  return text(
    notice,
    fitText(parts, (p) => `${body(p)} ${rest}`, max),
  )
}

/** The path before the ticket in the link that verifies a number. */
export const confirmPhonePath = '/ConfirmPhone/'

/** The code and the link that verify a number, and how long both work. */
function verifyText(notice: NoticeData, branding: SenderBranding): TextMessage {
  const { catalog, write, max, join } = getTextStyle('verify', notice, branding)
  const secret = getSecret(notice)
  const values = {
    code: secret.code,
    hours: toPlainText(catalog.formatCount('hours', secret.hours)),
    link: `${branding.publicUrl}${confirmPhonePath}${secret.ticket}`,
  }
  return text(
    notice,
    fitText(
      { county: write(branding.countyName) },
      (p) => join(toPlainText(catalog.labels.text.verify.code({ ...p, ...values }))),
      max,
    ),
  )
}

/** The letter before a purge, as a text message. */
function keepAlertsText(notice: NoticeData, branding: SenderBranding): TextMessage {
  const { catalog, write, max, join } = getTextStyle('keep', notice, branding)
  const link = branding.publicUrl + keepAlertsPath(branding.secret, notice.id)
  const [day, lastActive] = [notice.data.day, notice.data.lastActive].map((of) => dayToWire(String(of)))
  const values = { day: day ?? '', lastActive: lastActive ?? '', link }
  return text(
    notice,
    fitText(
      { county: write(branding.countyName) },
      (p) => join(toPlainText(catalog.labels.text.keep.letter({ ...p, ...values }))),
      max,
    ),
  )
}

/**
 * That another person ended or moved notices to this number; the page behind the link says which. One segment, if it
 * fits.
 */
function changedText(notice: NoticeData, branding: SenderBranding): TextMessage {
  const { catalog, write, max, join } = getTextStyle('changed', notice, branding)
  const texts = catalog.labels.text.changed
  const link = branding.publicUrl + undoPath(branding.secret, notice.id)
  const values = { link, until: dayToWire(String(notice.data.until)) }
  const body = (notice.data.byStaff ? texts.staff : texts.what) as typeof texts.what
  return text(
    notice,
    fitText({ county: write(branding.countyName) }, (p) => join(toPlainText(body({ ...p, ...values }))), max),
  )
}

/** That staff, or a purge, deleted the account whose notices came to this number. */
function deletedText(notice: NoticeData, branding: SenderBranding): TextMessage {
  const { catalog, write, max, join } = getTextStyle('deleted', notice, branding)
  const texts = catalog.labels.text.deleted
  const phone = shortPhone(branding.contactPhone)
  const day = dayToWire(String(notice.data.day))
  return text(
    notice,
    fitText(
      { county: write(branding.countyName) },
      (p) =>
        join(
          (notice.data.unused === true ? texts.unused : texts.what)({ ...p, day }),
          ...(phone ? [texts.call({ phone })] : []),
          texts.end,
        ),
      max,
    ),
  )
}

function testText(notice: NoticeData, l: SenderBranding): TextMessage {
  const { catalog, write, max, join } = getTextStyle('test', notice, l)
  return text(
    notice,
    fitText({ county: write(l.countyName) }, (p) => join(toPlainText(catalog.labels.text.test.hello(p))), max),
  )
}

function helpText(notice: NoticeData, l: SenderBranding): TextMessage {
  const { catalog, write, max, join } = getTextStyle('help', notice, l)
  const texts = catalog.labels.text.help
  return text(
    notice,
    fitText(
      { county: write(l.countyName), contact: write(contactLine(l)) },
      (p) => join(texts.who(p), ...(p.contact ? [texts.contact(p)] : []), texts.end),
      max,
    ),
  )
}

function yesUnclearText(notice: NoticeData, l: SenderBranding): TextMessage {
  const { catalog, write, max, join } = getTextStyle('yesUnclear', notice, l)
  return text(
    notice,
    fitText({ county: write(l.countyName) }, (p) => join(toPlainText(catalog.labels.text.yesUnclear.ask(p))), max),
  )
}

/** Every text but those about a record: the group of its words in the catalog, and what writes it. */
export const textTemplates = {
  'verify-phone': { group: 'verify', write: verifyText },
  'keep-alerts-text': { group: 'keep', write: keepAlertsText },
  'notices-changed-text': { group: 'changed', write: changedText },
  'account-deleted-text': { group: 'deleted', write: deletedText },
  'test-text': { group: 'test', write: testText },
  'help-text': { group: 'help', write: helpText },
  'yes-unclear-text': { group: 'yesUnclear', write: yesUnclearText },
} as const satisfies Partial<
  Record<NoticeTemplate, { group: TextGroup; write: (notice: NoticeData, branding: SenderBranding) => TextMessage }>
>
