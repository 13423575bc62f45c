import { type Html, html } from '#shared/node/platform/html.ts'
import { answerButtons } from './answer-buttons.ts'
import { answerResult } from './answer-result.ts'
import { type NoticeOnPage, chosenAnswer, getGivenAnswer } from './notice-on-page.ts'
import { parcelQuestion } from './parcel-question.ts'
import { recordCard } from './record-card.ts'

/** A record with the question about it, or with the answer to it. */
export function recordAndAnswer(on: NoticeOnPage): Html {
  const { notice, texts } = on
  const { plain } = texts
  const given = getGivenAnswer(on)
  if (given) return answerResult(on, given)
  const chosen = chosenAnswer(on)
  if (chosen === 'not-me' && notice.parcelQuestion)
    return recordCard(on, html`${plain('notice.parcelQuestion.title')}`, parcelQuestion(on, notice.parcelQuestion))
  const title = chosen ? texts.t('notice.chosen', { answer: plain(`notice.answers.${chosen}`) }) : texts.t('notice.ask')
  return recordCard(on, title, answerButtons(on, chosen))
}
