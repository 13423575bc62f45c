import { messages } from '#shared/contract/messages.ts'
import type { Registered } from '#shared/contract/registered.ts'
import { html } from '#shared/node/platform/html.ts'
import { firstAlert, type FirstAlertOutcome } from './first-alert.ts'
import type { PageView } from './kit/layout.ts'
import { failedPage, loginLink, outcomePage, paragraph, smallPrint } from './kit/outcome.ts'
import { attempt, type LinkPage, type PageRequest } from './kit/page-routes.ts'
import { form, linkButton, submitButton } from './kit/parts.ts'

/**
 * /CompleteRegistration/{ticket}: a press of its button completes a registration. The ticket gives the same answer each
 * time, so every other button of the page completes it first.
 */
export const completeRegistrationPage: LinkPage = {
  path: '/CompleteRegistration',
  show: (on) => {
    const { t, plain } = on.texts
    return outcomePage(on, {
      title: plain('register.press'),
      body: html`${paragraph(t('register.pressLead'))}${smallPrint(t('confirm.phoneOther'))}`,
      footer: form(submitButton(t('register.pressButton'))),
    })
  },
  submit: async (on) => {
    if (on.form.get('again') !== null) return renew(on)
    const { content, refused } = await attempt(() => on.call.auth.completeRegistration({ ticket: on.token }))
    if (refused) return incompletePage(on, refused.message)
    if (on.form.get('texts') !== null) return textMe(on, content)
    if (on.form.get('sample') === null) return completedPage(on, content)
    const sample = await attempt(() => on.call.auth.sendSample({ ticket: on.token }))
    const problem = sample.refused?.message
    return completedPage(on, { ...content, sampleSent: content.sampleSent || problem === undefined }, { problem })
  },
}

/** 'Text me too' was pressed. */
async function textMe(on: PageRequest, registered: Registered): Promise<PageView> {
  const acknowledged = on.form.get('agree') !== null
  const { content, refused } = await attempt(() => on.call.auth.textMeToo({ ticket: on.token, acknowledged }))
  const texts = refused ? { problem: refused.message } : { said: content.said }
  return completedPage(on, { ...registered, ...(refused ? {} : { textOffer: null }) }, { texts })
}

function completedPage(on: PageRequest, registered: Registered, outcome: FirstAlertOutcome = {}): PageView {
  const { t, plain } = on.texts
  const { fullName, username, watching, notWatching } = registered
  return outcomePage(on, {
    done: true,
    title: plain('register.complete'),
    body: html`${paragraph(t('register.welcome', { name: fullName }))}
    ${paragraph(t('register.username', { username }))}${paragraph(t('register.usernameNote'))}`,
    footer: loginLink(on.texts, 'register.continue'),
    also: watching.length + notWatching.length > 0 ? firstAlert(on, registered, outcome) : null,
  })
}

/** Why the link did not complete the registration; an expired one can be renewed. */
function incompletePage(on: PageRequest, message: string): PageView {
  const { texts, county } = on
  const { t, plain } = texts
  const isExpired = message === messages.registrationExpired
  const renewal = form(submitButton(t('register.newLink'), { name: 'again', value: 'yes' }))
  const restart = linkButton('/register', t('register.again'), { variant: isExpired ? 'secondary' : 'primary' })
  const toLogin = loginLink(texts, 'account.toLogin', isExpired || county.selfRegistration ? 'secondary' : 'primary')
  const footer = html`${isExpired && renewal}${county.selfRegistration && restart}${toLogin}`
  return failedPage(on, plain('register.incomplete'), message, footer)
}

async function renew(on: PageRequest): Promise<PageView> {
  const { t, plain } = on.texts
  const { refused } = await attempt(() => on.call.auth.resendRegistration({ ticket: on.token }))
  if (refused) return incompletePage(on, refused.message)
  return outcomePage(on, {
    done: true,
    title: plain('mailed.title'),
    body: paragraph(t('register.newLinkSent')),
    footer: loginLink(on.texts),
  })
}
