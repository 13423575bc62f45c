import { html } from '#shared/node/platform/html.ts'
import { failedPage, loginLink, outcomePage, paragraph, smallPrint } from './kit/outcome.ts'
import { attempt, type LinkPage } from './kit/page-routes.ts'
import { form, linkButton, submitButton } from './kit/parts.ts'

/** /seeUsernames/{ticket}: a press of its button verifies the email that got the link, and shows its usernames. */
export const seeUsernamesPage: LinkPage = {
  path: '/seeUsernames',
  show: (on) => {
    const { t, plain } = on.texts
    return outcomePage(on, {
      title: plain('usernames.ask'),
      body: html`${paragraph(t('usernames.lead'))}${smallPrint(t('confirm.phoneOther'))}`,
      footer: form(submitButton(t('usernames.button'))),
    })
  },
  submit: async (on) => {
    const { t, plain } = on.texts
    const { content, refused } = await attempt(() => on.call.auth.showUsernames({ ticket: on.token }))
    if (refused) {
      const footer = html`${linkButton('/forgotUsername', t('login.forgotUsername'))}
      ${loginLink(on.texts, 'account.toLogin', 'secondary')}`
      return failedPage(on, plain('recover.resetBad'), refused.message, footer)
    }
    const { usernames } = content
    return outcomePage(on, {
      done: true,
      title: plain('usernames.title', { count: usernames.length }),
      body: html`<ul class="grid gap-1">
          ${usernames.map((username) => html`<li><b>${username}</b></li>`)}
        </ul>
        ${paragraph(t('register.usernameNote'))}`,
      footer: loginLink(on.texts),
    })
  },
}
