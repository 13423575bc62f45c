import { type Html, html } from '#shared/node/platform/html.ts'
import { hidden, linkButton, submitButton } from '../kit/parts.ts'
import { type NoticeOnPage, type NoticeView, pageForm } from './notice-on-page.ts'

/**
 * A forged deed may name a stranger as owner, so before a record of a watched parcel is muted, its reader says whose
 * parcel it is.
 */
export function parcelQuestion(on: NoticeOnPage, question: NonNullable<NoticeView['parcelQuestion']>): Html {
  const { t, plain } = on.texts
  const { first, more } = question.parcels
  const count = first.length + more
  const parcels = [...first, ...(more > 0 ? [plain('list.more', { count: more })] : [])].join(', ')
  // People know a street better than a parcel number.
  const address = count === 1 ? on.notice.properties.find(({ parcelId }) => parcelId === first[0])?.address : undefined
  const legal = question.legalDescription
  return html` <div class="grid gap-3">
    <p class="wrap-anywhere">${t('notice.parcelQuestion.lists', { count, parcels })}</p>
    ${legal && html`<p class="line-clamp-3 wrap-anywhere">${t('notice.parcelQuestion.legal', { legal })}</p>`}
    <p class="font-bold wrap-anywhere">
      ${address ? t('notice.parcelQuestion.askAddress', { address }) : t('notice.parcelQuestion.ask', { count })}
    </p>
    <div class="grid gap-3 sm:justify-items-start">
      ${pageForm(
        on,
        submitButton(t('notice.parcelQuestion.mine'), {
          name: 'answer',
          value: 'wrong',
          variant: 'secondary',
          icon: 'flag',
        }),
      )}
      ${pageForm(
        on,
        html`${hidden('parcel', 'not-mine')}${submitButton(t('notice.parcelQuestion.notMine', { count }), {
          name: 'answer',
          value: 'not-me',
          variant: 'secondary',
          icon: 'userX',
        })}`,
      )}
    </div>
    <p class="text-muted-foreground">${t('notice.parcelQuestion.why')}</p>
    ${linkButton(`${encodeURIComponent(on.token)}?done`, t('notice.parcelQuestion.back'), {
      variant: 'quiet',
      icon: 'undo',
      className: 'justify-self-start',
    })}
  </div>`
}
