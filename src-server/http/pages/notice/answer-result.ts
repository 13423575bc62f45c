import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import { nameInSentence } from '#shared/settings/county-name.ts'
import { icon } from '../kit/icons.ts'
import { paragraph } from '../kit/outcome.ts'
import { unbroken } from '../kit/page-texts.ts'
import { linkButton, printButton, submitButton, toTel } from '../kit/parts.ts'
import { notMeExceptions } from './exception-offers.ts'
import { chosenAnswer, focused, getPlace, type NoticeOnPage, pageForm } from './notice-on-page.ts'

/** The reader's answer, its consequences, and Undo: a plain card, since nothing is asked any more. */
export function answerResult(on: NoticeOnPage, answer: NoticeAnswer): Html {
  const { notice, texts } = on
  const { t, plain } = texts
  const chosen = chosenAnswer(on)
  const isWrong = answer === 'wrong'
  const sign = icon(isWrong ? 'flag' : 'circleCheck', `size-7 ${isWrong ? 'text-warning' : 'text-success'}`)
  return html` <article
    aria-labelledby="answer"
    class="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-border bg-card p-card shadow-card"
  >
    <h2 id="answer" ${focused(on)} class="flex items-center gap-3">
      ${sign} ${t('notice.answered', { answer: plain(`notice.answers.${answer}`) })}
    </h2>
    ${answeredRecord(on)} ${notice.answeredElsewhere && paragraph(t('notice.elsewhere'))}
    ${
      chosen &&
      chosen !== answer &&
      html`<p class="font-bold">${t('notice.instead', { answer: plain(`notice.answers.${chosen}`) })}</p>`
    }
    <p class="${isWrong ? 'font-semibold' : ''}">${t(`notice.after.${answer}`)}</p>
    ${consequences(on, answer)}
    <div class="print:hidden">
      ${pageForm(
        on,
        submitButton(t(isWrong ? 'notice.takeBack' : 'notice.undo'), {
          name: 'undo',
          value: 'yes',
          variant: 'quiet',
          icon: 'undo',
        }),
      )}
    </div>
  </article>`
}

function consequences(on: NoticeOnPage, answer: NoticeAnswer): Html | null {
  switch (answer) {
    case 'expected':
      return paragraph(on.texts.t('notice.keepWatching'))
    case 'not-me':
      // If the reader's own parcel matched, advice on fewer matches would not help.
      return on.notice.parcelQuestion ? null : notMeExceptions(on)
    case 'wrong':
      return steps(on)
  }
}

/** Names the answered record in one line. */
function answeredRecord(on: NoticeOnPage): Html {
  const { address, parcel } = getPlace(on)
  const { documentDescription, documentIdentifier: id, recordedTimestampFormatted: at } = on.notice
  const what = on.texts.plain('record.recorded', { what: [documentDescription, id].filter(Boolean).join(' '), at })
  return html`<p class="text-muted-foreground wrap-anywhere">
    ${unbroken([address, parcel, what].filter(Boolean).join(' · '))}
  </p>`
}

/** What to do about a suspicious record, starting with the county's phone. */
function steps(on: NoticeOnPage): Html {
  const { county, phone } = on.county
  const { t, plain } = on.texts
  const call =
    phone !== '' &&
    linkButton(toTel(phone), unbroken(phone), { icon: 'phone', className: 'justify-self-start max-sm:w-full' })
  const print = printButton(t('notice.printSteps'), 'secondary', 'justify-self-start max-sm:w-full')
  const action = { call, keep: print, copy: null, police: null, lawyer: null }
  const values = { county: nameInSentence(county, plain('login.theCounty')), id: on.notice.documentIdentifier }
  return html` <ol class="grid gap-4">
    ${(['call', 'copy', 'police', 'lawyer', 'keep'] as const).map(
      (step, index) =>
        html` <li class="grid grid-cols-[2.25rem_minmax(0,1fr)] items-start gap-x-3">
          <span
            class="grid size-9 place-items-center rounded-full bg-accent font-bold text-accent-foreground"
            aria-hidden="true"
            >${index + 1}</span
          >
          <div class="grid gap-1 pt-1">
            <b>${t(`notice.doNow.${step}.title`, values)}</b>
            <p>
              ${t(`notice.doNow.${step}.text`, values)}
              ${step === 'call' && html`<span class="hidden print:inline"> ${phone}</span>`}
            </p>
            ${action[step] && html`<div class="grid pt-1 print:hidden">${action[step]}</div>`}
          </div>
        </li>`,
    )}
  </ol>`
}
