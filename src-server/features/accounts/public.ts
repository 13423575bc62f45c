export { emailResetLink, isWithinMailLimits, queueAccountEmail, emailPasswordChanged } from './account/account-mail.ts'
export { assertNotJustEmailed } from './account/just-mailed.queries.ts'
export { newPasswordProblems } from './account/new-password.ts'
export { hashPassword } from './account/password.ts'
export { endTickets } from './account/ticket.queries.ts'
export { unlockAccount, toUserColumns, toUserDetails } from './account/user.queries.ts'
export { isEmailVerified, usernameForEmail } from './account/verified-email.queries.ts'
export { changePassword } from './profile/change-password.ts'
export { emailRegistrationLink } from './registration/registration-link.ts'
export {
  correctPendingEmail,
  endRegistrationLinks,
  deleteRegistrations,
  findOnlyRegistration,
} from './registration/registration.queries.ts'
export { authenticatorTexts, recordAuthenticatorChange } from './second-factor/authenticator.ts'
export { createEnrollmentCode } from './second-factor/enrollment-proof.ts'
export { requireEnrollmentProof } from './second-factor/enrollment-proof.queries.ts'
export { disableTotp } from './second-factor/totp.queries.ts'
export { endAllSessions } from './account/end-sessions.queries.ts'
export { isSessionStored, readLiveSession } from './session/session.queries.ts'
