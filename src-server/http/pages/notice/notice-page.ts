import { z } from 'zod'
import { type ExceptionOfferKind, exceptionOfferKinds } from '#shared/contract/alert-exception.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import type { PageView } from '../kit/layout.ts'
import { alertsLink, badLinkPage } from '../kit/outcome.ts'
import { attempt, type LinkPage, type PageRequest, type Redirect } from '../kit/page-routes.ts'
import { card, errorBanner, printButton } from '../kit/parts.ts'
import { exceptionOffers } from './exception-offers.ts'
import type { NoticeOnPage, NoticeView } from './notice-on-page.ts'
import { recordAndAnswer } from './record-and-answer.ts'
import { matchReasons, recordDetails } from './record-details.ts'

/**
 * /notice/{token}: the record of a message, and the reader's answer to it. Opening it changes nothing; the answer in
 * `?answer=` of a message's link is only preselected, since mail programs open links too.
 */
export const noticePage: LinkPage = {
  path: '/notice',
  show: (on) => show(on),
  submit: async (on) => {
    const press = readPress(on.form)
    if (!press) return { redirect: addressOf(on) }
    const { refused } = await attempt(() => act(on, press))
    if (!refused) return { redirect: addressOf(on, press.kind === 'narrow' ? `#${press.place}` : '?done') }
    return press.kind === 'answer' && press.answer === 'not-me' && !press.notMyParcel
      ? askAboutParcel(on, refused.message)
      : show(on, refused.message)
  },
}

/** Redirects to the page by an address that works behind any folder of a proxy. */
const addressOf = ({ token }: PageRequest, end = ''): string => `${encodeURIComponent(token)}${end}`

async function show(on: PageRequest, problem?: string): Promise<PageView> {
  const { content: notice, refused } = await attempt(() => on.call.notices.show({ token: on.token }))
  return refused ? badLinkPage(on, refused.message) : noticeView({ ...on, notice, problem })
}

/** The parcel may have matched after the page was shown. */
async function askAboutParcel(on: PageRequest, problem: string): Promise<PageView | Redirect> {
  const { content: notice } = await attempt(() => on.call.notices.show({ token: on.token }))
  return notice?.parcelQuestion ? { redirect: addressOf(on, '?answer=not-me&done') } : show(on, problem)
}

const narrowPress = z.object({
  alertId: z.coerce.number().int().positive(),
  kind: z.enum(exceptionOfferKinds),
  value: z.string(),
  // The button that was pressed, which then undoes it.
  place: z.string().regex(/^offer-[\d-]+$/),
})
type Press =
  | { kind: 'answer'; answer: (typeof noticeAnswerCodes)[number]; notMyParcel: boolean }
  | { kind: 'undo' }
  | {
      kind: 'narrow'
      undo: boolean
      place: string
      offer: { alertId: number; kind: ExceptionOfferKind; value: string }
    }

/** The pressed button; undefined for a form that is not the page's. */
function readPress(form: URLSearchParams): Press | undefined {
  if (form.has('undo')) return { kind: 'undo' }
  const answer = noticeAnswerCodes.find((code) => code === form.get('answer'))
  if (answer) return { kind: 'answer', answer, notMyParcel: form.get('parcel') === 'not-mine' }
  const narrow = narrowPress.safeParse(Object.fromEntries(form))
  if (!narrow.success) return undefined
  const { place, ...offer } = narrow.data
  return { kind: 'narrow', undo: form.get('press') === 'undo-narrow', place, offer }
}

function act({ call: { notices }, token }: PageRequest, press: Press): Promise<{ content: NoticeView }> {
  switch (press.kind) {
    case 'answer':
      return notices.answer({ token, answer: press.answer, notMyParcel: press.notMyParcel })
    case 'undo':
      return notices.undoAnswer({ token })
    case 'narrow':
      return press.undo ? notices.undoNarrow({ token, ...press.offer }) : notices.narrow({ token, ...press.offer })
  }
}

function noticeView(on: NoticeOnPage): PageView {
  const { notice, problem, texts } = on
  const { t, plain } = texts
  const changed = notice.answer !== 'not-me' && notice.narrowing.alerts.length > 0
  return {
    title: plain('record.title'),
    main: html`<h1 class="w-fit max-sm:text-[1.625rem]">${t('record.title')}</h1>
      ${problem && errorBanner(problem)} ${notice.documentIdentifier !== '' && recordAndAnswer(on)}
      ${changed && card(t('notice.narrowing.applied'), exceptionOffers(on))} ${recordDetails(on)} ${matchReasons(on)}
      ${ending(on)}`,
  }
}

const ending = ({ texts }: NoticeOnPage): Html =>
  html` <div class="flex flex-wrap gap-3 max-sm:[&>*]:w-full print:hidden">
      ${alertsLink(texts)} ${printButton(texts.t('notice.print'), 'quiet')}
    </div>
    <p class="max-w-prose text-sm text-muted-foreground">${texts.t('notice.note')}</p>`
