import { type Html, html } from '#shared/node/platform/html.ts'
import { icon } from '../kit/icons.ts'
import { hidden, linkButton, submitButton } from '../kit/parts.ts'
import { type NoticeOnPage, type NoticeView, pageForm } from './notice-on-page.ts'

type AlertWithOffers = NoticeView['narrowing']['alerts'][number]
type Offer = AlertWithOffers['offers'][number]

/** How to get fewer such notices: on the reader's own alerts, after a login, or in the alert's form. */
export function notMeExceptions(on: NoticeOnPage): Html | null {
  const { alerts, needsLogin } = on.notice.narrowing
  if (alerts.length > 0) return exceptionOffers(on)
  return needsLogin ? exceptionLogin(on) : fewerMatchesLink(on)
}

const alertHref = (id: number) => `/home?alert=${id}`
const hasMiddleName = ({ firstName }: AlertWithOffers) => /\s/.test(firstName.trim())

/** What the reader's alerts can leave out after 'This is not about me', each with its own button. */
export function exceptionOffers(on: NoticeOnPage): Html {
  const { t } = on.texts
  const isNotMe = on.notice.answer === 'not-me'
  return html` <div class="grid gap-4">
    ${on.notice.narrowing.alerts.map(
      (alert) =>
        html` <div class="grid gap-3">
          <p class="font-semibold wrap-anywhere">${t('notice.narrowing.title', { alert: alert.name })}</p>
          ${
            alert.offers.length > 0 &&
            html`<ul class="grid gap-3">
              ${alert.offers.map((offer, place) => offerItem(on, alert, offer, `offer-${alert.id}-${place}`))}
            </ul>`
          }
          ${
            isNotMe &&
            !hasMiddleName(alert) &&
            html`<div class="grid justify-items-start gap-1">
              ${linkButton(alertHref(alert.id), t('notice.narrowing.addMiddle'), {
                variant: 'secondary',
                className: 'text-start max-sm:w-full',
              })}
              <p class="text-sm text-muted-foreground">${t('notice.narrowing.addMiddleHelp')}</p>
            </div>`
          }
        </div>`,
    )}
  </div>`
}

/** A button that leaves out such records, with what it changes; once it is applied, the way back. */
function offerItem(on: NoticeOnPage, alert: AlertWithOffers, offer: Offer, id: string): Html {
  const { t } = on.texts
  const { kind, value, written, applied } = offer
  const { firstName, lastName } = alert
  const effect = t(`notice.narrowing.effect.${kind}`, { firstName, lastName, written })
  const what = html`${hidden('alertId', alert.id)}${hidden('kind', kind)}${hidden('value', value)}${hidden('place', id)}`
  const press = (label: Html, act: string, look: Parameters<typeof submitButton>[1]) =>
    pageForm(
      on,
      html`${what}${submitButton(label, { name: 'press', value: act, id, describedBy: `${id}-effect`, ...look })}`,
    )
  if (applied)
    return html` <li class="grid justify-items-start gap-1">
      <p id="${id}-effect" class="flex gap-2 font-semibold text-success wrap-anywhere">
        ${icon('circleCheck', 'mt-[0.15em] flex-none')}<span>${effect}</span>
      </p>
      ${press(t('notice.narrowing.undo'), 'undo-narrow', { variant: 'quiet', icon: 'undo' })}
    </li>`
  return html` <li class="grid justify-items-start gap-1">
    ${press(t(`notice.narrowing.offer.${kind}`, { written }), 'narrow', {
      variant: 'secondary',
      className: 'text-start wrap-anywhere max-sm:w-full',
    })}
    <p id="${id}-effect" class="text-sm text-muted-foreground wrap-anywhere">${effect}</p>
  </li>`
}

/** A link alone changes no alert: its owner logs in and comes back to this page. */
function exceptionLogin({ token, texts: { t } }: NoticeOnPage): Html {
  const back = new URLSearchParams({ next: `/notice/${token}` })
  return html` <div class="grid justify-items-start gap-3">
    <p>${t('notice.narrowing.login')}</p>
    ${linkButton(`/login?${back}`, t('notice.narrowing.loginOpen'), { variant: 'secondary', icon: 'logIn' })}
  </div>`
}

/** For a match of another person with the same name: suggests narrowing the alert. */
function fewerMatchesLink({ notice, texts: { t } }: NoticeOnPage): Html | null {
  const alert = notice.alerts.find((item) => item.alertType === 'NAME' && item.id !== null)
  if (!alert?.id) return null
  return html` <div class="grid justify-items-start gap-3">
    <p class="wrap-anywhere">${t('notice.narrow', { alert: alert.name })}</p>
    ${linkButton(alertHref(alert.id), t('notice.narrowOpen'), { variant: 'secondary' })}
  </div>`
}
