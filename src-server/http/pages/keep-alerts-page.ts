import { html } from '#shared/node/platform/html.ts'
import type { PageView } from './kit/layout.ts'
import { alertsLink, badLinkPage, outcomePage, paragraph, smallPrint } from './kit/outcome.ts'
import { attempt, type LinkPage, type PageRequest } from './kit/page-routes.ts'
import { form, submitButton } from './kit/parts.ts'

/** /keep/{token}: a press of its button keeps an account that is about to be purged. */
export const keepAlertsPage: LinkPage = {
  path: '/keep',
  show: async (on) => keepPage(on, await attempt(() => on.call.notices.letter({ token: on.token }))),
  submit: async (on) => keepPage(on, await attempt(() => on.call.notices.keepAlerts({ token: on.token }))),
}

type Letter = Awaited<ReturnType<PageRequest['call']['notices']['letter']>>['content']

function keepPage(on: PageRequest, { content, refused }: Awaited<ReturnType<typeof attempt<Letter>>>): PageView {
  const { t, plain } = on.texts
  if (refused) return badLinkPage(on, refused.message)
  const { username, day, kept } = content
  if (kept)
    return outcomePage(on, {
      done: true,
      title: plain('keep.doneTitle'),
      body: paragraph(t('keep.done', { username })),
      footer: alertsLink(on.texts),
    })
  return outcomePage(on, {
    title: plain('keep.title'),
    body: html`${paragraph(t(day ? 'keep.lead' : 'keep.leadNoDay', { username, day }))}${smallPrint(t('keep.otherwise'))}`,
    footer: form(submitButton(t('keep.button'))),
  })
}
