import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { NoticeFacts } from './notice-data.ts'
import { keepPath } from '#shared/node/domain/notices/links.ts'
import type { Letterhead } from './message.ts'
import { longDay } from './record-words.ts'
import { joined, type Said } from './said.ts'
import { secretOf } from './texts.ts'
import type { Wording } from './words.ts'

/** What an account email says; the frame round it is always the same. */
export type Content = {
  subject: Said
  lines: Said[]
  button?: { path: string; text: Said }
  /** Below the button: how long a link works, and what to do who did not ask. */
  after?: Said[]
  /** To an address that somebody entered, and that need not be of an account. */
  entered?: true
  /** To the county's own contact. */
  contact?: true
}

type ContentOf<T extends keyof NoticeTemplates> = (
  data: NoticeTemplates[T],
  wording: Wording,
  notice: NoticeFacts,
  letterhead: Letterhead,
) => Content

const registration: ContentOf<'registration'> = ({ username, usernames, askedAt }, { words, counted }, notice) => {
  const say = words.account.registration
  const { ticket, hours } = secretOf(notice)
  return {
    subject: say.subject,
    lines: [
      say.body({ username }),
      ...(askedAt ? [say.asked({ at: askedAt })] : []),
      say.newest,
      ...(usernames.length > 0 ? [say.others({ usernames: usernames.join(', ') })] : []),
    ],
    button: { path: `/CompleteRegistration/${ticket}`, text: say.button },
    after: [words.account.expires({ hours: counted('hours', hours) }), say.ignore],
    entered: true,
  }
}

const taken: ContentOf<'taken-username'> = ({ username, usernames }, { words }) => {
  const say = words.account.taken
  return {
    subject: say.subject,
    lines: [
      say.what({ username }),
      say.todo,
      ...(usernames.length > 0 ? [say.others({ usernames: usernames.join(', ') })] : []),
    ],
    button: { path: '/login', text: say.button },
    after: [say.ignore],
    entered: true,
  }
}

const forgotUsername: ContentOf<'forgot-username'> = ({ usernames }, { words }) => {
  const say = words.account.username
  return {
    subject: say.subject,
    lines: [
      usernames.length === 1
        ? say.one({ username: usernames.join('') })
        : say.many({ count: usernames.length, usernames: usernames.join(', ') }),
    ],
    button: { path: '/login', text: say.button },
    after: [say.ignore],
  }
}

const seeUsernames: ContentOf<'see-usernames'> = (_data, { words, counted }, notice) => {
  const say = words.account.username
  const { ticket, hours } = secretOf(notice)
  return {
    subject: say.subject,
    lines: [say.see],
    button: { path: `/seeUsernames/${ticket}`, text: say.seeButton },
    after: [words.account.expires({ hours: counted('hours', hours) }), say.ignore],
    entered: true,
  }
}

const locked: ContentOf<'account-locked'> = ({ username, wrong, now }, { words, counted }, notice) => {
  const say = words.account.locked
  const open = now === 'open'
  const { ticket, hours } = secretOf(notice)
  const told = () => {
    if (wrong === 'code') return username ? say.code({ username }) : say.codeNameless
    if (now === 'known browsers only') return username ? say.known({ username }) : say.knownNameless
    return username ? say.what({ username }) : say.whatNameless
  }
  return {
    subject: open ? say.subjectOpen : say.subject,
    lines: [
      told(),
      ...(wrong === 'code' && now === 'locked' ? [say.codeLocked] : []),
      say.alerts,
      // Nobody guessed it: where the owner is known, the right password is all it takes.
      ...(wrong !== 'code' && (now ?? 'locked') === 'locked' ? [say.stillKnown] : []),
      open ? say.linkOpen : say.todo,
    ],
    button: { path: `/passwordReset/${ticket}`, text: say.button },
    after: [words.account.expires({ hours: counted('hours', hours) }), say.ignore],
  }
}

const emailChangeAsked: ContentOf<'email-change-asked'> = ({ username }, { words, counted }, notice) => {
  const say = words.account.changing
  const { ticket, hours } = secretOf(notice)
  return {
    subject: say.subject,
    lines: [username ? say.what({ username }) : say.whatNameless, say.todo],
    button: { path: `/notMe/${ticket}`, text: say.button },
    after: [words.account.expires({ hours: counted('hours', hours) })],
  }
}

const passwordReset: ContentOf<'password-reset'> = ({ username }, { words, counted }, notice) => {
  const say = words.account.reset
  const { ticket, hours } = secretOf(notice)
  return {
    subject: say.subject,
    lines: [username ? say.body({ username }) : say.bodyNameless],
    button: { path: `/passwordReset/${ticket}`, text: say.button },
    after: [joined(words.account.expires({ hours: counted('hours', hours) }), say.once), say.ignore],
  }
}

const confirmProfileEmail: ContentOf<'confirm-profile-email'> = (_data, { words, counted }, notice) => {
  const say = words.account.confirm
  const { ticket, hours } = secretOf(notice)
  return {
    subject: say.subject,
    // The address may be a stranger's: it names nobody (decisions, section 8).
    lines: [say.what, say.until],
    button: { path: `/ConfirmProfileEmail/${ticket}`, text: say.button },
    after: [words.account.expires({ hours: counted('hours', hours) }), say.ignore],
    entered: true,
  }
}

const recipientStopped: ContentOf<'recipient-stopped'> = (data, { words }) => {
  const say = words.account.stopped
  const target = data.channel === 'PHONE' ? formatPhone(data.target) : data.target
  const button = { path: '/home', text: say.button }
  if (data.requestsOnly)
    return {
      subject: say.subjectRequests,
      lines: [say.requests({ target }), say.requestsFollow({ target }), say.requestsTodo],
      button,
    }
  const bounce = data.channel === 'PHONE' ? say.bouncePhone : say.bounceEmail
  const why = data.why === 'bounce' ? bounce : say[data.why]
  return {
    subject: data.channel === 'PHONE' ? say.subjectPhone : say.subjectEmail,
    lines: [why({ target }), say.whatFollows({ target }), say.todo],
    button,
  }
}

const keepAlerts: ContentOf<'keep-alerts'> = ({ username, day, lastActive }, wording, notice, letterhead) => {
  const say = wording.words.account.keep
  const last = longDay(day, wording)
  return {
    subject: say.subject({ day: last }),
    lines: [say.last({ username, lastActive: longDay(lastActive, wording) }), say.what({ day: last }), say.todo],
    button: { path: keepPath(letterhead.secret, notice.id), text: say.button },
    after: [say.otherwise],
  }
}

const figure = (n: number): string => n.toLocaleString('en-US')

const migrationEnded: ContentOf<'migration-ended'> = (data, { words }) => {
  const say = words.account.migration
  return {
    subject: say[data.outcome].subject,
    lines: [
      say[data.outcome].what,
      ...(data.outcome === 'failed'
        ? [data.message]
        : [say.figures({ alerts: figure(data.alerts), emails: figure(data.emails) })]),
      ...(data.outcome === 'done'
        ? [data.skipped === 0 ? say.noneSkipped : say.skipped({ rows: figure(data.skipped) }), say.undo]
        : []),
    ],
    button: { path: '/controlPanel/LandNotificationOneAlerts', text: say.button },
    contact: true,
  }
}

const databaseRestored: ContentOf<'database-restored'> = ({ from }, { words }) => {
  const say = words.account.restored
  return {
    subject: say.subject,
    lines: [say.what({ from }), say.paused, say.todo],
    button: { path: '/monitoring', text: say.button },
  }
}

/** What each account email says. */
export const accountContents = {
  registration,
  'taken-username': taken,
  'forgot-username': forgotUsername,
  'password-reset': passwordReset,
  'confirm-profile-email': confirmProfileEmail,
  'account-locked': locked,
  'see-usernames': seeUsernames,
  'email-change-asked': emailChangeAsked,
  'password-changed': ({ username }, { words }) => ({
    subject: words.account.password.subject,
    lines: [
      username ? words.account.password.what({ username }) : words.account.password.whatNameless,
      words.account.password.todo,
    ],
  }),
  'authenticator-changed': ({ username, change }, { words }) => ({
    subject: words.account.authenticator[change].subject,
    lines: [
      username
        ? words.account.authenticator[change].what({ username })
        : words.account.authenticator[change].whatNameless,
      words.account.authenticator[change].todo,
    ],
  }),
  'email-changed': ({ username }, { words }) => ({
    subject: words.account.email.subject,
    lines: [
      username ? words.account.email.what({ username }) : words.account.email.whatNameless,
      words.account.email.todo,
    ],
  }),
  'recipient-stopped': recipientStopped,
  'migration-ended': migrationEnded,
  'keep-alerts': keepAlerts,
  'database-restored': databaseRestored,
} satisfies { [T in keyof NoticeTemplates]?: ContentOf<T> }
