import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import type { IconName } from '../kit/icons.ts'
import { submitButton } from '../kit/parts.ts'
import { type NoticeOnPage, pageForm } from './notice-on-page.ts'

const icons: Record<NoticeAnswer, IconName> = { expected: 'check', 'not-me': 'userX', wrong: 'flag' }

/**
 * The three answers, each with what it means.
 * @param chosen the answer chosen in the message, which comes first
 */
export function answerButtons(on: NoticeOnPage, chosen: NoticeAnswer | undefined): Html {
  const { t } = on.texts
  const ordered = chosen ? [chosen, ...noticeAnswerCodes.filter((answer) => answer !== chosen)] : noticeAnswerCodes
  const { answerOfOthers } = on.notice
  return html` <div class="grid gap-3 max-sm:gap-2">
    ${
      answerOfOthers &&
      html`<p class="font-semibold">
        ${t('notice.answerOfOthers', { answer: on.texts.plain(`notice.answers.${answerOfOthers}`) })}
      </p>`
    }
    <p class="text-muted-foreground max-sm:text-sm ${chosen ? '' : 'max-sm:sr-only'}">
      ${t(chosen ? 'notice.chosenHelp' : 'notice.askHelp')}
    </p>
    ${pageForm(
      on,
      html`${ordered.map((answer) => answerRow(on, answer, answer === chosen))}`,
      'grid gap-3 max-sm:gap-2',
    )}
  </div>`
}

/** No answer is preferred, so all three look alike, unless one was chosen in the message. */
function answerRow({ notice, texts: { t } }: NoticeOnPage, answer: NoticeAnswer, isChosen: boolean): Html {
  const help = `help-${answer}`
  // A restricted record cannot be read first, and only parcel alerts find it.
  const meaning =
    notice.restricted && answer === 'not-me' ? 'notice.notMyParcel' : (`notice.answerHelp.${answer}` as const)
  return html` <div
    class="grid content-start items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
  >
    ${submitButton(t(`notice.answers.${answer}`), {
      name: 'answer',
      value: answer,
      describedBy: help,
      variant: isChosen ? 'primary' : 'secondary',
      icon: icons[answer],
      className: 'justify-start px-3 max-sm:min-h-12',
    })}
    <p id="${help}" class="text-sm text-muted-foreground max-sm:sr-only">${t(meaning)}</p>
  </div>`
}
