/** Texts fixed by the specification or used by more than one screen or rule. */
export const messages = {
  required: 'Required.',
  unexpected: 'An unexpected error has occurred',
  loginError: 'Login Error',
  loggingIn: 'Logging in...',
  logoutFailed: 'Logout Failed',
  noRecords: 'No Records Found.',
  noHistory: 'No history has been recorded yet.',
  correctFields: 'Please correct the fields shown.',
  pleaseLogIn: 'Please log in.',
  notPermitted: "You don't have permission to do that.",
  notFound: 'We could not find that.',
  logInAgain: 'Please enter your password again to do this.',
  refusedLogin: 'The username or password is incorrect.',
  enterCode: 'Enter the code from your authenticator app.',
  wrongCode: 'That code is incorrect. Wait for the next one and try again.',
  textedCode: 'Enter the six digits of the code.',
  codeUsed: 'That code was already used. Wait for the next one.',
  codeBroken: 'We cannot check your codes. Ask another administrator to reset your authenticator app.',
  otherUser: 'Someone else logged in to this browser. Nothing was saved here. Please log in again.',
  setUpCode: 'Please set up your authenticator app first.',
  wrongPassword: 'The password is incorrect.',
  tooManyTries: 'Too many attempts. Please wait a moment and try again.',
  busy: 'The service is busy. Please try again in a moment.',
  wrapperProvider: 'An error occurred, please note the steps you took and contact the provider.',
  wrapperTriMin: 'An error occurred, please note the steps you took and contact TriMin.',
  hiddenCharacter: 'This contains a hidden character. Please type it again.',
  tooManyNewAddresses: 'Too many new addresses today. Try again tomorrow.',
  atLeastOneRecipient: 'Enter at least one Email or Text(SMS) Recipient.',
  atLeastOneEmail: 'Enter at least one Email Recipient.',
  atLeastOneText: 'Enter at least one Text(SMS) Recipient.',
  acknowledge: 'Please read and select the checkbox to acknowledge.',
  emailShape: 'Enter an email address such as name@example.com.',
  duplicateEmail: 'Duplicate email.',
  duplicatePhone: 'Duplicate phone.',
  standardPhone: '(XXX) XXX-XXXX',
  internationalPhone: 'Country code and phone number.',
  internationalPhoneDigits: 'Numbers only.  No spaces.  No dashes.',
  mismatchedPasswords: 'Mismatched passwords.',
  commonPassword: 'Choose a less common password.',
  zipLength: '5-digit zip.',
  numbersOnly: 'Numbers only.',
  dateForm: 'MM/DD/YYYY',
  pauseDay: 'Choose a day after today.',
  futureDate: 'Future date entered.',
  timeRange: 'Invalid date/time range.',
  selectUserFirst: 'First select a User.',
  signUpMailed: "We've emailed you a link.  Please follow the link to complete your registration.",
  passwordUpdated: 'Password updated.',
  passwordReset: 'Password updated.  You may now log in.',
  nicknameHelp: 'Give this alert a nickname to help you identify it.',
  migratedOwner: 'N/A (migrated)',
  registrationExpired:
    'This link has expired. Choose Send me a new link, or register again with the same username and email.',
  emailLinkExpired: 'This link has expired. Choose Send me a new link.',
  /** The same whether a link was sent or not, so that it reveals nothing about the address. */
  newLinkAsked:
    'If this address still needs a link, we sent a new one to it. It can take a few minutes. Check your spam folder too.',
  emailVerified: 'Email Verification Complete',
  emailNotVerified: 'Unable to verify email',
  emailAcknowledgement: 'I agree to get emails about this alert. The software sends a verification email first.',
  phoneAcknowledgement:
    'I agree to get text messages about this alert. The software sends a verification text first. Carrier message and data rates may apply.',
  emailAcknowledgementForAll:
    'I agree to get emails about these alerts. The software sends a verification email first.',
  phoneAcknowledgementForAll:
    'I agree to get text messages about these alerts. The software sends a verification text first. Carrier message and data rates may apply.',
} as const

/** Raised with every change of the acknowledgement texts; stored with each consent. */
export const acknowledgementVersion = '2026-2'

/** For the later of two people who save the same page. `time` is formatted for display. */
export const changedMeanwhile = (username: string, time: string): string =>
  `This page was changed by ${username} at ${time}.`

/** Asked before a test text is sent. */
export const testTextQuestion = 'Sending a test text.  Continue?'
