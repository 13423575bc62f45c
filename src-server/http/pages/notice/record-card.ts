import { type Html, html } from '#shared/node/platform/html.ts'
import { icon } from '../kit/icons.ts'
import { unbroken } from '../kit/page-texts.ts'
import { phoneTags } from '../kit/parts.ts'
import { markedText } from './marked-text.ts'
import { focused, getPlace, type NoticeOnPage } from './notice-on-page.ts'

/**
 * A record that waits for an answer: which property, what was recorded, and one question. The answers and the phone fit
 * on the first screen of a phone.
 * @param title the question
 */
export function recordCard(on: NoticeOnPage, title: Html, body: Html): Html {
  const { explanation } = on.notice
  return html` <article
    aria-labelledby="question"
    class="rounded-lg border border-s-8 border-border border-s-brass bg-card shadow-card print:border-s"
  >
    <div class="grid grid-cols-[minmax(0,1fr)] gap-4 p-card max-sm:gap-2.5 max-sm:py-3.5">
      ${recordPlace(on)}
      ${
        explanation &&
        html`<p class="max-w-prose text-pretty wrap-anywhere max-sm:text-sm">
          ${
            explanation.key
              ? on.texts.tOrElse(`documentTypes.${explanation.key}`, explanation.explanation)
              : explanation.explanation
          }
        </p>`
      }
      ${matched(on)}
      <div class="grid gap-3 border-t border-border pt-4 max-sm:gap-2 max-sm:pt-3 print:hidden">
        <h2 id="question" ${focused(on)} class="w-fit text-lg leading-[1.3]">${title}</h2>
        ${body}
      </div>
    </div>
    ${callBar(on)}
  </article>`
}

/** Which property a record is about and what was recorded. */
function recordPlace(on: NoticeOnPage): Html {
  const { t, plain } = on.texts
  const { documentDescription, documentIdentifier, recordedTimestampFormatted: at, properties } = on.notice
  const { address, parcel } = getPlace(on)
  const [first] = properties
  const what = documentDescription || documentIdentifier
  const number = plain('record.number', { id: documentIdentifier })
  const numbers = [number, first?.locality ?? '', parcel, first?.legalDescription ?? ''].filter(Boolean)
  return html` <div class="grid gap-0.5">
    <p class="font-display text-[1.25rem] leading-[1.2] font-semibold text-balance wrap-anywhere sm:text-[1.375rem]">
      ${unbroken(address || what)}
    </p>
    <p class="leading-[1.4] text-muted-foreground wrap-anywhere">
      ${address ? t('record.recorded', { what, at }) : t('notice.recordedAt', { at })}
      <span class="max-sm:hidden"> · ${unbroken(numbers.join(' · '))}</span>
    </p>
  </div>`
}

/** Which alerts the record matches and which words match, if there is room: the page explains each match below. */
function matched({ notice: { alerts }, texts: { t } }: NoticeOnPage): Html | null {
  const [first] = alerts
  if (!first) return null
  const { name: alert, recordRaw, marks } = first
  return html` <p class="text-muted-foreground wrap-anywhere max-sm:hidden">
    ${t('record.matched', { alert, count: alerts.length, more: alerts.length - 1 })}
    ${
      recordRaw &&
      html` ${t('record.shows')}${' '}<span class="font-mono text-[0.92em] text-foreground"
          >${markedText(recordRaw, marks)}</span
        >`
    }
  </p>`
}

/** Whom to call, visible before any answer. */
const callBar = ({ county: { phone }, texts: { t } }: NoticeOnPage): Html | false =>
  phone !== '' &&
  html` <div
    class="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-b-lg border-t border-border bg-muted px-card py-1"
  >
    <p class="flex items-center gap-3">
      ${icon('phone', 'flex-none')}<span>${t('notice.notSure', { phone }, phoneTags(phone))}</span>
    </p>
  </div>`
