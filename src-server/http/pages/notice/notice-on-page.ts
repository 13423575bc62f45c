import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import type { PageRequest } from '../kit/page-routes.ts'
import { form } from '../kit/parts.ts'

/** A notice as the server returns it. */
export type NoticeView = Awaited<ReturnType<PageRequest['call']['notices']['show']>>['content']

/** A notice, and the request for its page. */
export type NoticeOnPage = PageRequest & {
  notice: NoticeView
  /** Why the last press was refused. */
  problem?: string | undefined
}

/** The answer in `?answer=` of a message's link. */
export function chosenAnswer({ query }: Pick<PageRequest, 'query'>): NoticeAnswer | undefined {
  const chosen = query.get('answer')
  return noticeAnswerCodes.find((answer) => answer === chosen)
}

/**
 * The answer that the page shows as chosen. A reader who chose another answer in this message than in another message
 * about the record is asked which one counts.
 */
export function getGivenAnswer({ notice, ...on }: NoticeOnPage): NoticeAnswer | null {
  const chosen = chosenAnswer(on)
  return notice.answeredElsewhere && chosen && chosen !== notice.answer ? null : notice.answer
}

/** A form of this page; where its owner is logged in, it acts for them. */
export const pageForm = ({ token, readerField }: PageRequest, body: Html, className?: string): Html =>
  form(html`${readerField}${body}`, { action: encodeURIComponent(token), ...(className ? { className } : {}) })

/** True after a press: then its heading has the focus, because the pressed button no longer exists. */
export const focused = ({ query }: Pick<PageRequest, 'query'>): Html | false =>
  query.has('done') && html`tabindex="-1" autofocus`

/**
 * How a line names the first property of a record: its address, and its parcel number. The first one that is known also
 * says how many more there are; each is '' if it is not known.
 */
export function getPlace({ notice, texts }: NoticeOnPage): { address: string; parcel: string } {
  const { properties, moreProperties } = notice
  const [first] = properties
  if (!first) return { address: '', parcel: '' }
  const rest = properties.length + moreProperties - 1
  const withRest = (place: string) =>
    rest > 0 ? texts.plain('record.placeAndMore', { address: place, count: rest }) : place
  const parcel = texts.plain('record.parcel', { parcel: first.parcelId })
  return first.address ? { address: withRest(first.address), parcel } : { address: '', parcel: withRest(parcel) }
}
