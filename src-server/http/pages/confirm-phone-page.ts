import { type Html, html } from '#shared/node/platform/html.ts'
import { confirmedText } from './confirm-email-page.ts'
import type { PageView } from './kit/layout.ts'
import { alertsLink, failedPage, outcomePage, paragraph, smallPrint } from './kit/outcome.ts'
import { attempt, type LinkPage, type PageRequest } from './kit/page-routes.ts'
import { form, submitButton, textField } from './kit/parts.ts'

/** /ConfirmPhone/{ticket}: the link of a text. Its button verifies the phone; the code works too. */
export const confirmPhonePage: LinkPage = {
  path: '/ConfirmPhone',
  show: (on) => askPage(on),
  submit: async (on) => {
    const { plain } = on.texts
    const code = on.form.get('code')
    // An empty code counts as missing here; the link alone has its own button.
    const ticket = { ticket: on.token, ...(code === null ? {} : { code: code.trim() || '-' }) }
    const { content, refused } = await attempt(() => on.call.auth.confirmAlertPhone(ticket))
    if (refused?.fields['code']) return askPage(on, { code: code ?? '', problem: refused.fields['code'] })
    // If the link itself is rejected, neither another press nor a code can help.
    if (refused) return failedPage(on, plain('confirm.phoneFailed'), refused.message, alertsLink(on.texts))
    return outcomePage(on, {
      done: true,
      title: plain('confirm.phoneDone'),
      body: confirmedText(on, content),
      footer: alertsLink(on.texts),
    })
  },
}

type Refused = { code: string; problem: string }

function askPage(on: PageRequest, refused?: Refused): PageView {
  const { t, plain } = on.texts
  return outcomePage(on, {
    title: plain('confirm.phoneTitle'),
    body: html`${paragraph(t('confirm.phoneLead'))}${paragraph(t('confirm.phoneCode'))}
    ${smallPrint(t('confirm.phoneOther'))}`,
    footer: form(submitButton(t('confirm.confirm'))),
    also: form(codeField(on, refused), { className: 'grid' }),
  })
}

const codeField = ({ texts: { t } }: PageRequest, refused?: Refused): Html =>
  textField(
    {
      name: 'code',
      label: t('confirm.orCode'),
      value: refused?.code ?? '',
      problem: refused?.problem,
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
      maxLength: 10,
      className: 'w-36 tracking-[0.15em] tabular-nums',
    },
    submitButton(t('confirm.confirmCode'), { variant: 'secondary' }),
  )
