import { messages } from '#shared/contract/messages.ts'
import { html } from '#shared/node/platform/html.ts'
import { alertsLink, failedPage, nameList, outcomePage, paragraph, smallPrint } from './kit/outcome.ts'
import { attempt, type LinkPage, type PageRequest } from './kit/page-routes.ts'
import { form, submitButton } from './kit/parts.ts'

/** /ConfirmEmail/{ticket}: a press of its button verifies an alert's email. */
export const confirmEmailPage: LinkPage = {
  path: '/ConfirmEmail',
  show: (on) => {
    const { t, plain } = on.texts
    return outcomePage(on, {
      title: plain('confirm.emailTitle'),
      body: html`${paragraph(t('confirm.emailLead'))}${smallPrint(t('confirm.phoneOther'))}`,
      footer: form(submitButton(t('confirm.emailVerify'))),
    })
  },
  submit: async (on) => (on.form.get('again') === null ? verify(on) : renew(on)),
}

async function verify(on: PageRequest) {
  const { t } = on.texts
  const { content, refused } = await attempt(() => on.call.auth.confirmAlertEmail({ ticket: on.token }))
  if (refused) {
    const isExpired = refused.message === messages.emailLinkExpired
    const renewal = form(submitButton(t('confirm.newLink'), { name: 'again', value: 'yes' }))
    return failedPage(on, messages.emailNotVerified, refused.message, isExpired ? renewal : alertsLink(on.texts))
  }
  return outcomePage(on, {
    done: true,
    title: messages.emailVerified,
    body: confirmedText(on, content),
    footer: alertsLink(on.texts),
  })
}

/** An expired link can be renewed, also by a helper without an account. */
async function renew(on: PageRequest) {
  const { t, plain } = on.texts
  await on.call.auth.renewEmailLink({ ticket: on.token })
  return outcomePage(on, { done: true, title: plain('mailed.title'), body: paragraph(t('confirm.newLinkSent')) })
}

/** Who is notified from now on, and about what. */
export const confirmedText = (
  { texts: { t } }: Pick<PageRequest, 'texts'>,
  { target, alerts }: { target: string; alerts: readonly string[] },
) =>
  html` ${paragraph(t('confirm.done', { target }))}
  ${alerts.length > 0 && html`${paragraph(t('confirm.alerts', { count: alerts.length }))}${nameList(alerts)}`}
  ${smallPrint(t('confirm.close'))}`
