import type { NoticeTemplate } from '#shared/node/domain/notices/notice-templates.ts'
import type { TicketPurpose } from '#shared/node/platform/database/types/accounts.ts'
import type { Settings } from '#shared/settings/groups.ts'

const resetHours = 1

type TicketKind = { purpose: TicketPurpose; hours(settings: Settings): number }

/** The messages that carry a ticket: its purpose, and how long it is valid. */
const ticketKinds: Partial<Record<NoticeTemplate, TicketKind>> = {
  'verify-email': { purpose: 'email', hours: ({ alertSettings }) => alertSettings.emailConfirmationsExpireIn },
  'verify-phone': { purpose: 'phone', hours: ({ alertSettings }) => alertSettings.phoneConfirmationsExpireIn },
  registration: { purpose: 'registration', hours: ({ loginPageRegistration }) => loginPageRegistration.emailExpireIn },
  'password-reset': { purpose: 'password', hours: () => resetHours },
  'account-locked': { purpose: 'password', hours: () => resetHours },
  'see-usernames': { purpose: 'usernames', hours: () => resetHours },
  'authenticator-link': { purpose: 'enrollment', hours: () => resetHours },
  'email-change-asked': {
    purpose: 'not-me',
    hours: ({ loginPageRegistration }) => loginPageRegistration.emailExpireIn,
  },
  'confirm-profile-email': {
    purpose: 'profile-email',
    hours: ({ loginPageRegistration }) => loginPageRegistration.emailExpireIn,
  },
}

export const getTicketKind = (template: string): TicketKind | undefined =>
  Object.hasOwn(ticketKinds, template) ? ticketKinds[template as NoticeTemplate] : undefined

/** Messages whose ticket belongs to an account, and is useless once the account is deleted. */
export const accountTicketTemplates: string[] = Object.entries(ticketKinds)
  .filter(([, { purpose }]) => purpose !== 'email' && purpose !== 'phone')
  .map(([template]) => template)
