import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import type { NoticeChangeLine } from '#shared/contract/notice-change.ts'
import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import type { NoticeData } from './notice-data.ts'
import { keepAlertsPath, undoPath } from '#shared/node/domain/notices/links.ts'
import { contactLine } from './contact.ts'
import type { SenderBranding } from './sender-branding.ts'
import { formatLongDay } from './record-details.ts'
import { joinTexts, type LocalizedText } from './catalog/localized-text.ts'
import { preventLinks } from './format/prevent-links.ts'
import { getSecret } from './texts.ts'
import type { Catalog } from './catalog/catalog.ts'

/** The content of an account email; the frame around it is always the same. */
export type Content = {
  subject: LocalizedText
  lines: LocalizedText[]
  button?: { path: string; text: LocalizedText }
  /** Below the button: how long the link works, and what to do if you did not ask for it. */
  after?: LocalizedText[]
  /** Sent to an address that somebody entered, and that may not belong to any account. */
  entered?: true
  /** Sent to the county's own contact. */
  contact?: true
}

type ContentOf<T extends keyof NoticeTemplates> = (
  data: NoticeTemplates[T],
  catalog: Catalog,
  notice: NoticeData,
  branding: SenderBranding,
) => Content

const registration: ContentOf<'registration'> = ({ usernames, askedAt }, { labels, formatCount }, notice) => {
  const texts = labels.account.registration
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    lines: [
      // Also of a stranger's address: no word of whoever asked (decisions, section 8).
      texts.body,
      ...(askedAt ? [texts.asked({ at: askedAt })] : []),
      texts.newest,
      ...(usernames.length > 0 ? [texts.others({ usernames: usernames.join(', ') })] : []),
    ],
    button: { path: `/CompleteRegistration/${ticket}`, text: texts.button },
    after: [labels.account.expires({ hours: formatCount('hours', hours) }), texts.ignore],
    entered: true,
  }
}

const taken: ContentOf<'taken-username'> = ({ username, usernames }, { labels }) => {
  const texts = labels.account.taken
  return {
    subject: texts.subject,
    lines: [
      texts.what({ username }),
      texts.todo,
      ...(usernames.length > 0 ? [texts.others({ usernames: usernames.join(', ') })] : []),
    ],
    button: { path: '/login', text: texts.button },
    after: [texts.ignore],
    entered: true,
  }
}

const forgotUsername: ContentOf<'forgot-username'> = ({ usernames }, { labels }) => {
  const texts = labels.account.username
  return {
    subject: texts.subject,
    lines: [
      usernames.length === 1
        ? texts.one({ username: usernames.join('') })
        : texts.many({ count: usernames.length, usernames: usernames.join(', ') }),
    ],
    button: { path: '/login', text: texts.button },
    after: [texts.ignore],
  }
}

const seeUsernames: ContentOf<'see-usernames'> = (_data, { labels, formatCount }, notice) => {
  const texts = labels.account.username
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    lines: [texts.see],
    button: { path: `/seeUsernames/${ticket}`, text: texts.seeButton },
    after: [labels.account.expires({ hours: formatCount('hours', hours) }), texts.ignore],
    entered: true,
  }
}

const locked: ContentOf<'account-locked'> = ({ username, wrong, now }, { labels, formatCount }, notice) => {
  const texts = labels.account.locked
  const open = now === 'open'
  const { ticket, hours } = getSecret(notice)
  const whatHappened = () => {
    if (wrong === 'code') return username ? texts.code({ username }) : texts.codeNameless
    if (now === 'known browsers only') return username ? texts.known({ username }) : texts.knownNameless
    return username ? texts.what({ username }) : texts.whatNameless
  }
  return {
    subject: open ? texts.subjectOpen : texts.subject,
    lines: [
      whatHappened(),
      ...(wrong === 'code' && now === 'locked' ? [texts.codeLocked] : []),
      texts.alerts,
      // Nobody guessed the password. If the owner is known, the right password is enough.
      ...(wrong !== 'code' && (now ?? 'locked') === 'locked' ? [texts.stillKnown] : []),
      open ? texts.linkOpen : texts.todo,
    ],
    button: { path: `/passwordReset/${ticket}`, text: texts.button },
    after: [labels.account.expires({ hours: formatCount('hours', hours) }), texts.ignore],
  }
}

const emailChangeAsked: ContentOf<'email-change-asked'> = ({ username }, { labels, formatCount }, notice) => {
  const texts = labels.account.changing
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    lines: [username ? texts.what({ username }) : texts.whatNameless, texts.todo],
    button: { path: `/notMe/${ticket}`, text: texts.button },
    after: [labels.account.expires({ hours: formatCount('hours', hours) })],
  }
}

const passwordReset: ContentOf<'password-reset'> = ({ username }, { labels, formatCount }, notice) => {
  const texts = labels.account.reset
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    lines: [username ? texts.body({ username }) : texts.bodyNameless],
    button: { path: `/passwordReset/${ticket}`, text: texts.button },
    after: [joinTexts(labels.account.expires({ hours: formatCount('hours', hours) }), texts.once), texts.ignore],
  }
}

const confirmProfileEmail: ContentOf<'confirm-profile-email'> = (_data, { labels, formatCount }, notice) => {
  const texts = labels.account.confirm
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    // The address may be a stranger's, so the message names nobody (decisions, section 8).
    lines: [texts.what, texts.until],
    button: { path: `/ConfirmProfileEmail/${ticket}`, text: texts.button },
    after: [labels.account.expires({ hours: formatCount('hours', hours) }), texts.ignore],
    entered: true,
  }
}

const authenticatorLink: ContentOf<'authenticator-link'> = (_data, { labels, formatCount }, notice) => {
  const texts = labels.account.allow
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    lines: [texts.what],
    button: { path: `/AllowAuthenticator/${ticket}`, text: texts.button },
    after: [labels.account.expires({ hours: formatCount('hours', hours) }), texts.ignore],
  }
}

const recipientStopped: ContentOf<'recipient-stopped'> = (data, { labels }) => {
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

const keepAlerts: ContentOf<'keep-alerts'> = ({ username, day, lastActive }, catalog, notice, branding) => {
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

const noticesChanged: ContentOf<'notices-changed'> = (data, catalog, notice, branding) => {
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
  return {
    subject: data.byStaff ? texts.subjectStaff : texts.subject,
    lines: [
      (data.byStaff ? texts.staff : texts.what)({ day }),
      ...data.changes.slice(0, maxLines).map(describe),
      ...(more > 0 ? [texts.more({ more: catalog.formatCount('more', more) })] : []),
      texts.fine,
      texts.todo({ until }),
    ],
    button: { path: undoPath(branding.secret, notice.id), text: texts.button },
  }
}

const accountDeleted: ContentOf<'account-deleted'> = ({ day }, catalog, _notice, branding) => {
  const texts = catalog.labels.account.deleted
  const contact = contactLine(branding)
  const todo = contact ? texts.todo({ contact }) : texts.todoPlain
  return { subject: texts.subject, lines: [texts.what({ day: formatLongDay(day, catalog) }), texts.ended, todo] }
}

const changesUndone: ContentOf<'changes-undone'> = ({ userId, byStaff, day }, catalog) => {
  const texts = catalog.labels.account.undone
  return {
    subject: texts.subject,
    lines: [(byStaff ? texts.whatStaff : texts.what)({ day: formatLongDay(day, catalog) }), texts.done, texts.todo],
    ...(userId > 0 && { button: { path: `/controlPanel/users/${userId}`, text: texts.button } }),
    contact: true,
  }
}

const figure = (n: number): string => n.toLocaleString('en-US')

const migrationEnded: ContentOf<'migration-ended'> = (data, { labels }) => {
  const texts = labels.account.migration
  return {
    subject: texts[data.outcome].subject,
    lines: [
      texts[data.outcome].what,
      ...(data.outcome === 'failed'
        ? [data.message]
        : [texts.figures({ alerts: figure(data.alerts), emails: figure(data.emails) })]),
      ...(data.outcome === 'done'
        ? [data.skipped === 0 ? texts.noneSkipped : texts.skipped({ rows: figure(data.skipped) }), texts.undo]
        : []),
    ],
    button: { path: '/controlPanel/LandNotificationOneAlerts', text: texts.button },
    contact: true,
  }
}

const databaseRestored: ContentOf<'database-restored'> = ({ from }, { labels }) => {
  const texts = labels.account.restored
  return {
    subject: texts.subject,
    lines: [texts.what({ from }), texts.paused, texts.todo],
    button: { path: '/monitoring', text: texts.button },
  }
}

const recordReported: ContentOf<'record-reported'> = ({ document, reportId, contact }, { labels }) => {
  const texts = labels.account.reported
  return {
    subject: document ? texts.subject({ id: document }) : texts.subjectPlain,
    lines: [document ? texts.what({ id: document }) : texts.whatPlain, texts.todo],
    button: { path: `/controlPanel/looksWrong/${reportId}`, text: texts.button },
    ...(contact && { contact: true as const }),
  }
}

const recordsReported: ContentOf<'records-reported'> = ({ count, contact }, { labels }) => {
  const texts = labels.account.reported
  return {
    subject: count === 1 ? texts.subjectPlain : texts.subjectMany({ count: figure(count) }),
    lines: [count === 1 ? texts.whatPlain : texts.whatMany({ count: figure(count) }), texts.todo],
    button: { path: '/controlPanel/looksWrong', text: texts.buttonMany },
    ...(contact && { contact: true as const }),
  }
}

/** The content of each account email. */
export const accountContents = {
  registration,
  'taken-username': taken,
  'forgot-username': forgotUsername,
  'password-reset': passwordReset,
  'confirm-profile-email': confirmProfileEmail,
  'account-locked': locked,
  'see-usernames': seeUsernames,
  'email-change-asked': emailChangeAsked,
  'authenticator-link': authenticatorLink,
  'password-changed': ({ username }, { labels }) => ({
    subject: labels.account.password.subject,
    lines: [
      username ? labels.account.password.what({ username }) : labels.account.password.whatNameless,
      labels.account.password.todo,
    ],
  }),
  'authenticator-changed': ({ username, change }, { labels }) => ({
    subject: labels.account.authenticator[change].subject,
    lines: [
      username
        ? labels.account.authenticator[change].what({ username })
        : labels.account.authenticator[change].whatNameless,
      labels.account.authenticator[change].todo,
    ],
  }),
  'administrator-added': ({ username, by, role }, { labels }) => ({
    subject: labels.account.administrator.subject,
    lines: [
      username
        ? labels.account.administrator.what({ username, by, role })
        : labels.account.administrator.whatNameless({ role }),
      labels.account.administrator.todo,
    ],
    button: { path: '/controlPanel/users', text: labels.account.administrator.button },
  }),
  'email-changed': ({ username }, { labels }) => ({
    subject: labels.account.email.subject,
    lines: [
      username ? labels.account.email.what({ username }) : labels.account.email.whatNameless,
      labels.account.email.todo,
    ],
  }),
  'recipient-stopped': recipientStopped,
  'notices-changed': noticesChanged,
  'account-deleted': accountDeleted,
  'changes-undone': changesUndone,
  'migration-ended': migrationEnded,
  'keep-alerts': keepAlerts,
  'database-restored': databaseRestored,
  'record-reported': recordReported,
  'records-reported': recordsReported,
} satisfies { [T in keyof NoticeTemplates]?: ContentOf<T> }
