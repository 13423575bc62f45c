import { html } from '#shared/node/platform/html.ts'
import { alertsLink, failedPage, outcomePage, paragraph, smallPrint } from './kit/outcome.ts'
import { attempt, type LinkPage } from './kit/page-routes.ts'
import { form, linkButton, submitButton } from './kit/parts.ts'

/** /ConfirmProfileEmail/{ticket}: a press of its button makes a new email the account's. */
export const confirmProfileEmailPage: LinkPage = {
  path: '/ConfirmProfileEmail',
  show: (on) => {
    const { t, plain } = on.texts
    return outcomePage(on, {
      title: plain('newEmail.title'),
      body: html`${paragraph(t('newEmail.lead'))}${smallPrint(t('confirm.phoneOther'))}`,
      footer: form(submitButton(t('newEmail.button'))),
    })
  },
  submit: async (on) => {
    const { t, plain } = on.texts
    const { content, refused } = await attempt(() => on.call.auth.confirmProfileEmail({ ticket: on.token }))
    if (refused) {
      const toProfile = linkButton('/home?account=profile', t('newEmail.toProfile'))
      return failedPage(on, plain('newEmail.failed'), refused.message, toProfile)
    }
    return outcomePage(on, {
      done: true,
      title: plain('newEmail.done'),
      body: html`${paragraph(t('newEmail.detail', { email: content.email }))}
      ${content.moved > 0 && paragraph(t('newEmail.moved', { count: content.moved, from: content.from }))}
      ${content.left > 0 && paragraph(t('newEmail.left', { count: content.left, from: content.from }))}`,
      footer: alertsLink(on.texts),
    })
  },
}
