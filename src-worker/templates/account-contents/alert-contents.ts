import type { NoticeChangeLine } from '#shared/contract/notice-change.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { keepAlertsPath, undoPath } from '#shared/node/domain/notices/links.ts'
import { type LocalizedText } from '../catalog/localized-text.ts'
import { preventLinks } from '../format/prevent-links.ts'
import { contactLine } from '../parts/contact.ts'
import { formatLongDay } from '../parts/record-details.ts'
import type { ContentOf } from './content.ts'

export const recipientStopped: ContentOf<'recipient-stopped'> = (data, { labels }) => {
  const texts = labels.account.stopped
  const target = formatTarget(data.channel, data.target)
  const button = { path: '/home', text: texts.button }
  if (data.requestsOnly)
    return {
      subject: texts.subjectRequests,
      lines: [texts.requests({ target }), texts.requestsFollow({ target }), texts.requestsTodo],
      button,
    }
  const bounce = { EMAIL: texts.bounceEmail, PHONE: texts.bouncePhone }[data.channel]
  const why = data.why === 'bounce' ? bounce : texts[data.why]
  return {
    subject: { EMAIL: texts.subjectEmail, PHONE: texts.subjectPhone }[data.channel],
    lines: [why({ target }), texts.whatFollows({ target }), texts.todo],
    button,
  }
}

export const keepAlertsContent: ContentOf<'keep-alerts'> = (
  { username, day, lastActive },
  catalog,
  notice,
  branding,
) => {
  const texts = catalog.labels.account.keep
  const last = formatLongDay(day, catalog)
  return {
    subject: texts.subject({ day: last }),
    lines: [
      texts.last({ username, lastActive: formatLongDay(lastActive, catalog) }),
      texts.what({ day: last }),
      texts.todo,
    ],
    button: { path: keepAlertsPath(branding.secret, notice.id), text: texts.button },
    after: [texts.otherwise],
  }
}

/** How many changes an email lists. */
const maxLines = 10

export const noticesChanged: ContentOf<'notices-changed'> = (data, catalog, notice, branding) => {
  const texts = catalog.labels.account.changed
  const [day, until] = [data.day, data.until].map((of) => formatLongDay(of, catalog)) as [LocalizedText, LocalizedText]
  const describe = ({ act, alert: name, recipient, keeps, pausedUntil }: NoticeChangeLine): LocalizedText => {
    const alert = preventLinks(name)
    const target = recipient ? formatTarget(recipient.channel, recipient.target) : ''
    if (act === 'recipient')
      return keeps ? texts.recipient({ alert, target, until }) : texts.recipientGone({ alert, target })
    if (act === 'number') return texts.number({ alert, target })
    if (act === 'paused') return texts.paused({ alert, day: formatLongDay(pausedUntil ?? '', catalog) })
    return act === 'account' ? texts.account : texts[act]({ alert })
  }
  const more = data.changes.length - maxLines
  // A relative who gets the alerts too changed nothing, and has no account to log in to.
  const words = data.own === false ? { ...texts, ...texts.reader } : texts
  return {
    subject: data.own !== false && data.byStaff ? texts.subjectStaff : words.subject,
    reader: data.own === false,
    lines: [
      (data.byStaff ? words.staff : words.what)({ day }),
      ...data.changes.slice(0, maxLines).map(describe),
      ...(more > 0 ? [texts.more({ more: catalog.formatCount('more', more) })] : []),
      words.fine,
      texts.todo({ until }),
    ],
    button: { path: undoPath(branding.secret, notice.id), text: words.button },
  }
}

export const accountDeleted: ContentOf<'account-deleted'> = ({ day, unused }, catalog, _notice, branding) => {
  const texts = catalog.labels.account.deleted
  const words = unused ? texts.unused : texts
  const contact = contactLine(branding)
  const todo = contact ? words.todo({ contact }) : words.todoPlain
  return {
    subject: texts.subject,
    lines: [words.what({ day: formatLongDay(day, catalog) }), texts.ended, todo],
    formerReader: true,
  }
}

export const changesUndone: ContentOf<'changes-undone'> = ({ userId, byStaff, day, complete }, catalog) => {
  const texts = catalog.labels.account.undone
  return {
    subject: texts.subject,
    lines: [
      (byStaff ? texts.whatStaff : texts.what)({ day: formatLongDay(day, catalog) }),
      // Rows of an earlier version do not say.
      complete === false ? texts.doneInPart : texts.done,
      texts.todo,
    ],
    ...(userId > 0 && { button: { path: `/controlPanel/users/${userId}`, text: texts.button } }),
    contact: true,
  }
}
