export { mailResetLink, mayBeMailed, queueAccountMail, tellPasswordChanged } from './account/account-mail.ts'
export { newPasswordProblems } from './account/new-password.ts'
export { hashPassword } from './account/password.ts'
export { endTickets } from './account/ticket.queries.ts'
export { liftLock, toUserColumns, toUserDetails } from './account/user.queries.ts'
export { nameFor } from './account/verified-email.queries.ts'
export { changePassword } from './profile/change-password.ts'
export { mailRegistrationLink } from './registration/registration-link.ts'
export {
  correctPendingEmail,
  endRegistrationLinks,
  forgetRegistrations,
  onlyRegistration,
} from './registration/registration.queries.ts'
export { authenticatorTexts, recordAuthenticatorChange } from './second-factor/authenticator.ts'
export { turnOff } from './second-factor/totp.queries.ts'
export { endSessionsOf } from './account/end-sessions.queries.ts'
export { readLiveSession } from './session/session.queries.ts'
