import { failedPage, loginLink, outcomePage, paragraph } from './kit/outcome.ts'
import { attempt, type LinkPage } from './kit/page-routes.ts'
import { form, submitButton } from './kit/parts.ts'

/** /AllowAuthenticator/{ticket}: a press of its button proves that the administrator reads the account's mailbox. */
export const allowAuthenticatorPage: LinkPage = {
  path: '/AllowAuthenticator',
  show: (on) => {
    const { t, plain } = on.texts
    return outcomePage(on, {
      title: plain('allowApp.title'),
      body: paragraph(t('allowApp.lead')),
      footer: form(submitButton(t('allowApp.button'))),
    })
  },
  submit: async (on) => {
    const { t, plain } = on.texts
    const { refused } = await attempt(() => on.call.auth.allowAuthenticator({ ticket: on.token }))
    if (refused) return failedPage(on, plain('allowApp.failed'), refused.message, loginLink(on.texts))
    return outcomePage(on, {
      done: true,
      title: plain('allowApp.done'),
      body: paragraph(t('allowApp.next')),
      footer: loginLink(on.texts),
    })
  },
}
