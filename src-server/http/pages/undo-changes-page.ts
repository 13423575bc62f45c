import type { ChangesView } from '#server/features/notice-changes/undo-changes.ts'
import type { NoticeChangeLine } from '#shared/contract/notice-change.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import { failedPage, loginLink, outcomePage, paragraph } from './kit/outcome.ts'
import { attempt, type LinkPage, type PageRequest } from './kit/page-routes.ts'
import { form, linkButton, submitButton } from './kit/parts.ts'

/** A message may be about each alert of an account. */
const maxLines = 10

/**
 * /undo/{token}, linked from a message about notices that another user ended or moved: a press of its button restores
 * them. Opening the page changes nothing.
 */
export const undoChangesPage: LinkPage = {
  path: '/undo',
  show: async (on) => {
    const { t, plain } = on.texts
    const { content, refused } = await attempt(() => on.call.notices.changes({ token: on.token }))
    if (refused) return failed(on, refused.message)
    if (content.undone) return done(on, content)
    const more = content.lines.length - maxLines
    return outcomePage(on, {
      title: plain(content.own ? 'undo.title' : 'undo.readerTitle'),
      body: html`${paragraph(t(whatText(content), { day: dayToWire(content.day) }))}
        <ul class="list-disc ps-6">
          ${content.lines.slice(0, maxLines).map((line) => html`<li>${describe(on, line)}</li>`)}
          ${more > 0 && html`<li>${t('undo.more', { count: more })}</li>`}
        </ul>
        ${paragraph(t(content.own ? 'undo.lead' : 'undo.readerLead'))}
        ${paragraph(t(content.own ? 'undo.otherwise' : 'undo.readerOtherwise'))}`,
      footer: form(submitButton(t(content.own ? 'undo.button' : 'undo.readerButton'))),
    })
  },
  submit: async (on) => {
    const { content, refused } = await attempt(() => on.call.notices.undoChanges({ token: on.token }))
    return refused ? failed(on, refused.message) : done(on, content)
  },
}

function describe({ texts: { t } }: PageRequest, { act, alert, recipient, pausedUntil }: NoticeChangeLine): Html {
  const target = recipient ? formatTarget(recipient.channel, recipient.target) : ''
  return t(`undo.line.${act}`, { alert, target, day: dayToWire(pausedUntil ?? '') })
}

const whatText = ({ own, byStaff }: ChangesView) => {
  if (byStaff) return own ? 'undo.staff' : 'undo.readerStaff'
  return own ? 'undo.owner' : 'undo.reader'
}

function done(on: PageRequest, { byStaff, own, complete, countyTold }: ChangesView) {
  const { t, plain } = on.texts
  return outcomePage(on, {
    done: complete,
    title: plain(complete ? 'undo.done' : 'undo.doneInPart'),
    body: html`${!complete && paragraph(t(own ? 'undo.missing' : 'undo.missingReader'))} ${paragraph(t('undo.missed'))}
    ${paragraph(html`${t(own ? 'undo.added' : 'undo.addedReader')} ${t('undo.former')}`)}
    ${paragraph(html`${countyTold && t('undo.told')} ${t(byStaff ? 'undo.nextStaff' : own ? 'undo.next' : 'undo.nextReader')}`)}`,
    ...(own && { footer: linkButton('/forgotPassword', t('undo.newPassword')) }),
  })
}

const failed = (on: PageRequest, message: string) =>
  failedPage(on, on.texts.plain('undo.failed'), message, loginLink(on.texts))
