import { messages } from '#shared/contract/messages.ts'

export const notActive = 'This account is not active. Please contact the county.'
export const manyLinks = 'We have sent several links to this address. Please look for them, or try again later.'

/** What we say about a link that is unknown, expired or used; each purpose says what to do instead. */
export const ticketTexts = {
  registration: {
    unknown: 'This link is not valid or has expired. Please register again.',
    expired: messages.registrationExpired,
    over: 'You no longer need this link. Please log in, or choose Forgot Password to set a new password.',
    incomplete: 'Please open the link in our email first.',
    manyEmails: 'We have sent several emails to this address. Please try again later.',
  },
  password: {
    unknown: 'This link is not valid or has expired. Choose Forgot Password to get a new one.',
    expired: 'This link has expired. Choose Forgot Password to get a new one.',
    used: 'This link was already used, or we sent a newer one. Choose Forgot Password to get a new one.',
  },
  usernames: {
    unknown: 'This link is not valid or has expired. Choose Forgot Username to get a new one.',
    expired: 'This link has expired. Choose Forgot Username to get a new one.',
  },
  'not-me': {
    unknown: 'This link is not valid or has expired. Please call the county.',
    expired: 'This link has expired. Please call the county.',
    over: 'The new email address is already verified, so this link can no longer stop it. Please call the county now.',
  },
  enrollment: {
    unknown: 'This link is not valid. Please log in and ask for a new one.',
    expired: 'This link has expired. Please log in and ask for a new one.',
  },
  'profile-email': {
    unknown: 'This link is not valid, or you entered another email since. Please check your profile.',
    expired: 'This link has expired. Please enter the new email in your profile again.',
  },
} as const
