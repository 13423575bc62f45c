import type { NoticeTemplates } from '#shared/node/notice-templates.ts'
import { showPhone } from '#shared/rules/phone.ts'
import type { Words } from './en.ts'
import type { NoticeFacts } from './facts.ts'
import { keepPath } from '#shared/node/links.ts'
import type { Letterhead } from './message.ts'
import { longDay } from './record-words.ts'
import { secretOf } from './texts.ts'

/** What an account email says; the frame round it is always the same. */
export type Content = {
  subject: string
  lines: string[]
  button?: { path: string; text: string }
  /** Below the button: how long a link works, and what to do who did not ask. */
  after?: string[]
  /** To an address that somebody entered, and that need not be of an account. */
  entered?: true
  /** To the county's own contact. */
  contact?: true
}

type ContentOf<T extends keyof NoticeTemplates> = (
  data: NoticeTemplates[T],
  words: Words,
  notice: NoticeFacts,
  letterhead: Letterhead,
) => Content

const registration: ContentOf<'registration'> = ({ username, usernames, again }, words, notice) => {
  const say = words.account.registration
  const { ticket, hours } = secretOf(notice)
  return {
    subject: say.subject,
    lines: [
      ...say.body(username),
      ...(again ? [say.again] : []),
      ...(usernames.length > 0 ? [say.others(usernames.join(', '))] : []),
    ],
    button: { path: `/CompleteRegistration/${ticket}`, text: say.button },
    after: [words.account.expires(words.hours(hours)), say.ignore],
    entered: true,
  }
}

const taken: ContentOf<'taken-username'> = ({ username, usernames }, words) => {
  const say = words.account.taken
  return {
    subject: say.subject,
    lines: [...say.body(username), ...(usernames.length > 0 ? [say.others(usernames.join(', '))] : [])],
    button: { path: '/login', text: say.button },
    after: [say.ignore],
    entered: true,
  }
}

const forgotUsername: ContentOf<'forgot-username'> = ({ usernames }, words) => {
  const say = words.account.username
  return {
    subject: say.subject,
    lines: say.body(usernames),
    button: { path: '/login', text: say.button },
    after: [say.ignore],
  }
}

const passwordReset: ContentOf<'password-reset'> = ({ username }, words, notice) => {
  const say = words.account.reset
  const { ticket, hours } = secretOf(notice)
  return {
    subject: say.subject,
    lines: say.body(username),
    button: { path: `/passwordReset/${ticket}`, text: say.button },
    after: [`${words.account.expires(words.hours(hours))} ${say.once}`, say.ignore],
  }
}

const confirmProfileEmail: ContentOf<'confirm-profile-email'> = ({ username }, words, notice) => {
  const say = words.account.confirm
  const { ticket, hours } = secretOf(notice)
  return {
    subject: say.subject,
    lines: say.body(username),
    button: { path: `/ConfirmProfileEmail/${ticket}`, text: say.button },
    after: [words.account.expires(words.hours(hours)), say.ignore],
    entered: true,
  }
}

const recipientStopped: ContentOf<'recipient-stopped'> = (data, words) => {
  const say = words.account.stopped
  const target = data.channel === 'PHONE' ? showPhone(data.target) : data.target
  return {
    subject: data.channel === 'PHONE' ? say.subjectPhone : say.subjectEmail,
    lines: [say.why[data.why](target), say.whatFollows(target), say.todo],
    button: { path: '/home', text: say.button },
  }
}

const keepAlerts: ContentOf<'keep-alerts'> = ({ username, day, lastActive }, words, notice, letterhead) => {
  const say = words.account.keep
  return {
    subject: say.subject(longDay(day, words)),
    lines: say.body(username, longDay(day, words), longDay(lastActive, words)),
    button: { path: keepPath(letterhead.secret, notice.id), text: say.button },
    after: [say.otherwise],
  }
}

const migrationEnded: ContentOf<'migration-ended'> = (data, words) => {
  const say = words.account.migration
  return {
    subject: say.subject[data.outcome],
    lines: [
      say.body[data.outcome],
      ...(data.outcome === 'failed' ? [data.message] : [say.figures(data.alerts, data.emails)]),
      ...(data.outcome === 'done' ? [say.skipped(data.skipped), say.undo] : []),
    ],
    button: { path: '/controlPanel/LandNotificationOneAlerts', text: say.button },
    contact: true,
  }
}

/** What each account email says. */
export const accountContents = {
  registration,
  'taken-username': taken,
  'forgot-username': forgotUsername,
  'password-reset': passwordReset,
  'confirm-profile-email': confirmProfileEmail,
  'account-locked': ({ username }, words) => ({
    subject: words.account.locked.subject,
    lines: words.account.locked.body(username),
  }),
  'password-changed': ({ username }, words) => ({
    subject: words.account.password.subject,
    lines: words.account.password.body(username),
  }),
  'authenticator-changed': ({ username, change }, words) => ({
    subject: words.account.authenticator.subject[change],
    lines: words.account.authenticator.body[change](username),
  }),
  'email-changed': ({ username }, words) => ({
    subject: words.account.email.subject,
    lines: words.account.email.body(username),
  }),
  'recipient-stopped': recipientStopped,
  'migration-ended': migrationEnded,
  'keep-alerts': keepAlerts,
} satisfies { [T in keyof NoticeTemplates]?: ContentOf<T> }
