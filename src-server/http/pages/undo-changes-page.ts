import type { NoticeChangeLine } from '#shared/contract/notice-change.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import { failedPage, loginLink, outcomePage, paragraph } from './kit/outcome.ts'
import { attempt, type LinkPage, type PageRequest } from './kit/page-routes.ts'
import { form, linkButton, submitButton } from './kit/parts.ts'

/**
 * /undo/{token}, linked from a message about notices that somebody ended or moved: one press puts them back (decisions,
 * section 21). Opening the page changes nothing.
 */
export const undoChangesPage: LinkPage = {
  path: '/undo',
  show: async (on) => {
    const { t, plain } = on.texts
    const { content, refused } = await attempt(() => on.call.notices.changes({ token: on.token }))
    if (refused) return failed(on, refused.message)
    if (content.undone) return done(on, content.byStaff)
    return outcomePage(on, {
      title: plain('undo.title'),
      body: html`${paragraph(t(content.byStaff ? 'undo.staff' : 'undo.owner', { day: dayToWire(content.day) }))}
        <ul class="list-disc ps-6">
          ${content.lines.map((line) => html`<li>${describe(on, line)}</li>`)}
        </ul>
        ${paragraph(t('undo.lead'))} ${paragraph(t('undo.otherwise'))}`,
      footer: form(submitButton(t('undo.button'))),
    })
  },
  submit: async (on) => {
    const { content, refused } = await attempt(() => on.call.notices.undoChanges({ token: on.token }))
    return refused ? failed(on, refused.message) : done(on, content.byStaff)
  },
}

function describe({ texts: { t } }: PageRequest, { act, alert, recipient, pausedUntil }: NoticeChangeLine): Html {
  const target = recipient ? formatTarget(recipient.channel, recipient.target) : ''
  return t(`undo.line.${act}`, { alert, target, day: dayToWire(pausedUntil ?? '') })
}

function done(on: PageRequest, byStaff: boolean) {
  const { t, plain } = on.texts
  return outcomePage(on, {
    done: true,
    title: plain('undo.done'),
    body: html`${paragraph(t('undo.missed'))} ${paragraph(t('undo.added'))}
    ${paragraph(t(byStaff ? 'undo.nextStaff' : 'undo.next'))}`,
    footer: linkButton('/forgotPassword', t('undo.newPassword')),
  })
}

const failed = (on: PageRequest, message: string) =>
  failedPage(on, on.texts.plain('undo.failed'), message, loginLink(on.texts))
