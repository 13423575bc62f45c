import { joinTexts } from '../catalog/localized-text.ts'
import { getSecret } from '../parts/notice-data.ts'
import type { ContentOf } from './content.ts'

export const registration: ContentOf<'registration'> = ({ usernames, askedAt }, { labels, formatCount }, notice) => {
  const texts = labels.account.registration
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    lines: [
      // Also sent to a stranger's address, so it reveals nothing about the person who asked.
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

export const taken: ContentOf<'taken-username'> = ({ username, usernames }, { labels }) => {
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

export const forgotUsername: ContentOf<'forgot-username'> = ({ usernames }, { labels }) => {
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

export const seeUsernames: ContentOf<'see-usernames'> = (_data, { labels, formatCount }, notice) => {
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

export const locked: ContentOf<'account-locked'> = ({ username, wrong, now }, { labels, formatCount }, notice) => {
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
      // The password was not guessed. If the owner is known, the right password is enough.
      ...(wrong !== 'code' && (now ?? 'locked') === 'locked' ? [texts.stillKnown] : []),
      open ? texts.linkOpen : texts.todo,
    ],
    button: { path: `/passwordReset/${ticket}`, text: texts.button },
    after: [labels.account.expires({ hours: formatCount('hours', hours) }), texts.ignore],
  }
}

export const emailChangeAsked: ContentOf<'email-change-asked'> = ({ username }, { labels, formatCount }, notice) => {
  const texts = labels.account.changing
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    lines: [username ? texts.what({ username }) : texts.whatNameless, texts.todo],
    button: { path: `/notMe/${ticket}`, text: texts.button },
    after: [labels.account.expires({ hours: formatCount('hours', hours) })],
  }
}

export const passwordReset: ContentOf<'password-reset'> = ({ username }, { labels, formatCount }, notice) => {
  const texts = labels.account.reset
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    lines: [username ? texts.body({ username }) : texts.bodyNameless],
    button: { path: `/passwordReset/${ticket}`, text: texts.button },
    after: [joinTexts(labels.account.expires({ hours: formatCount('hours', hours) }), texts.once), texts.ignore],
  }
}

export const confirmProfileEmailContent: ContentOf<'confirm-profile-email'> = (
  _data,
  { labels, formatCount },
  notice,
) => {
  const texts = labels.account.confirm
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    // The address may be a stranger's, so the message contains no name.
    lines: [texts.what, texts.until],
    button: { path: `/ConfirmProfileEmail/${ticket}`, text: texts.button },
    after: [labels.account.expires({ hours: formatCount('hours', hours) }), texts.ignore],
    entered: true,
  }
}

export const authenticatorLink: ContentOf<'authenticator-link'> = (_data, { labels, formatCount }, notice) => {
  const texts = labels.account.allow
  const { ticket, hours } = getSecret(notice)
  return {
    subject: texts.subject,
    lines: [texts.what],
    button: { path: `/AllowAuthenticator/${ticket}`, text: texts.button },
    after: [labels.account.expires({ hours: formatCount('hours', hours) }), texts.ignore],
  }
}
