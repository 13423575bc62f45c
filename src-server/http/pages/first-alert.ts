import { messages } from '#shared/contract/messages.ts'
import type { Registered } from '#shared/contract/registered.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import { nameInSentence } from '#shared/settings/county-name.ts'
import { icon } from './kit/icons.ts'
import { paragraph } from './kit/outcome.ts'
import type { PageRequest } from './kit/page-routes.ts'
import { unbroken } from './kit/page-texts.ts'
import { checkbox, errorBanner, form, submitButton, warningBanner } from './kit/parts.ts'

export type FirstAlertOutcome = {
  /** Why no sample was sent. */
  problem?: string | undefined
  /** After 'Text me too': what we sent, or why we sent nothing. */
  texts?: { said: string } | { problem: string }
}

/** What is watched from now on, the offer of texts, and a sample of an alert. */
export function firstAlert(
  { texts, county }: PageRequest,
  registered: Registered,
  { problem, texts: texted }: FirstAlertOutcome,
): Html {
  const { t, plain } = texts
  const { watching, notWatching, email, sampleSent, textOffer } = registered
  const isOn = watching.length > 0
  return html`<section ${isOn && html`aria-labelledby="first-alert"`} class="grid gap-4 wrap-anywhere">
    ${
      isOn &&
      html`<div class="grid gap-2">
          <h2 id="first-alert" class="flex items-center gap-2.5">
            ${icon('bellRing', 'size-7 text-success')}
            ${t(watching.length === 1 ? 'register.firstAlert' : 'register.firstAlerts')}
          </h2>
          ${paragraph(t('register.watching', { county: nameInSentence(county.county, plain('login.theCounty')) }))}
        </div>
        <ul class="grid gap-2.5">
          ${watching.map((alert) => watchedAlert(texts, alert))}
        </ul>
        <div id="sample" class="grid gap-3">
          ${paragraph(t('register.emails', { email }))}
          ${sampleSent ? paragraph(t('register.sampleSent', { email })) : sampleForm(texts, problem)}
        </div>`
    }
    ${notWatching.length > 0 && notWatched(texts, notWatching)}
    ${texted && 'said' in texted && html`<div id="texts" role="status" class="border-t border-border pt-4">${paragraph(html`${texted.said}`)}</div>`}
    ${textOffer && textsForm(texts, textOffer, texted && 'problem' in texted ? texted.problem : undefined)}
  </section>`
}

type Texts = PageRequest['texts']

const watchedAlert = ({ t }: Texts, { name, alertType, criteria }: Registered['watching'][number]): Html =>
  html`<li class="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
    ${icon('circleCheck', 'mt-[0.15em] text-success')}
    <span class="grid leading-[1.4]">
      <b>${name}</b>
      ${
        criteria !== name &&
        html`<span>${alertType === 'PARCEL_ID' ? t('register.parcel', { criteria }) : unbroken(criteria)}</span>`
      }
    </span>
  </li>`

/** Alerts that the county has stopped offering since the sign-up. */
const notWatched = ({ t }: Texts, alerts: Registered['notWatching']): Html =>
  warningBanner(
    html`${paragraph(t('register.notWatching'))}
      <ul>
        ${alerts.map(({ name, criteria, problem }) => html`<li><b>${name}</b> (${criteria}): ${problem}</li>`)}
      </ul>`,
  )

/** 'Text me too': the consent that texts need, and the button. */
const textsForm = (
  { t }: Texts,
  { phone, acknowledge }: NonNullable<Registered['textOffer']>,
  problem: string | undefined,
): Html =>
  html`<section id="texts" aria-labelledby="texts-title" class="grid gap-2 border-t border-border pt-4">
    <h3 id="texts-title">${t('register.texts')}</h3>
    ${paragraph(t('register.textsLead', { phone }))}
    ${problem && problem !== messages.acknowledge && errorBanner(problem)}
    ${form(
      html`${
        acknowledge
          ? checkbox({
              name: 'agree',
              label: t('register.textsConsent'),
              problem: problem === messages.acknowledge ? problem : undefined,
            })
          : paragraph(t('register.textsConsent'))
      }
      ${submitButton(t('register.textsButton'), {
        name: 'texts',
        value: 'yes',
        variant: 'secondary',
        className: 'justify-self-start max-sm:w-full',
      })}`,
      { action: '#texts', className: 'grid gap-2' },
    )}
  </section>`

/** 'Send me a sample', once a link. */
const sampleForm = ({ t }: Texts, problem: string | undefined): Html =>
  html`${problem && errorBanner(problem)}
  ${form(
    submitButton(t('register.sample'), {
      name: 'sample',
      value: 'yes',
      variant: 'secondary',
      icon: 'send',
      className: 'justify-self-start max-sm:w-full',
    }),
    { action: '#sample' },
  )}`
