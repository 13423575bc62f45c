const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The English words of the messages. Grade 8 or less, under 20 words a sentence; record, alert, email, text. */
export const english = {
  day: (year: number, month: number, day: number) => `${months[month - 1] ?? ''} ${day}, ${year}`,
  hours: (n: number) => (n === 1 ? '1 hour' : `${n} hours`),
  aDocument: 'A document',
  role: { from: 'From', to: 'To', name: 'Name' },
  fact: { document: 'Document', number: 'Number', recorded: 'Recorded', parcel: 'Parcel', more: 'And more' },
  andMore: (n: number) => (n === 1 ? '1 more' : `${n} more`),
  match: {
    subject: (what: string, alert: string) => `${what} recorded: matches your alert "${alert}"`,
    subjectMany: (what: string, n: number) => `${what} recorded: matches ${n} of your alerts`,
    heading: (alert: string) => `A record matches your alert “${alert}”`,
    headingMany: (n: number) => `A record matches ${n} of your alerts`,
    intro: (day: string) => `On ${day} this document was put on record.`,
    preview: (day: string, county: string) => `Recorded ${day} in ${county}. See why we wrote and what to do.`,
    whyTitle: 'Why you got this',
    watches: 'watches',
    watchesParcel: 'watches parcel',
    recordSays: 'The record says',
    recordLists: 'The record lists parcel',
    todoTitle: 'What to do now',
    expected: 'I expected this',
    expectedHelp: 'You sold, bought, or changed a loan. You need not do anything.',
    notMe: 'This is not about me',
    notMeHelp: 'Someone else has this name, or it is not your parcel. Read the record first, then tell us.',
    wrong: 'This looks wrong',
    wrongHelp: 'Say “I got a record alert.” Then call the police, and a lawyer if you can. Keep this email.',
    call: 'Call',
    theCounty: 'the county',
    see: 'See this record',
    seeAtOffice: (id: string) => `To see this record, ask the county for document ${id}.`,
    note: 'This service tells you about records. It does not stop a document from being recorded. We never ask for money or for your password.',
    twice: 'You may get this message twice. It is about the same record.',
    insteadOfText: (phone: string) =>
      `We would have sent a text${phone ? ` to ${phone}` : ''}. The county’s texts for this month are used up, so we send this email.`,
    sentTo: (address: string) => `We sent this to ${address} because you asked us to and verified this address.`,
    sentToOwner: (address: string) => `We sent this to ${address} because it is the email address of your account.`,
    change: 'Change my alerts',
    stop: 'Stop emails to this address',
    text: {
      one: (p: { county: string; what: string; id: string; day: string; alert: string; says: string }, rest: string) =>
        `${p.county}: ${p.what} ${p.id}, recorded ${p.day}, matches your alert "${p.alert}": ${p.says}. ${rest}`,
      many: (p: { county: string; what: string; id: string; day: string; alert: string; says: string }, rest: string) =>
        `${p.county}: ${p.what} ${p.id}, recorded ${p.day}, matches ${p.alert} of your alerts: ${p.says}. ${rest}`,
      rest: (phone: string, link: string) =>
        `${phone ? `Not expected? Call ${phone}. ` : ''}See it: ${link} Reply STOP to end.`,
    },
  },
  verifyEmail: {
    subject: (county: string) => `Verify this address for ${county} record alerts`,
    heading: 'Verify this address',
    intro: (alert: string) => `Verify this address to get alerts about “${alert}”.`,
    introPlain: 'Verify this address to get record alerts.',
    button: 'Verify this address',
    expires: (hours: string) => `The link works for ${hours}.`,
    orPaste: 'If the button does not work, copy this into your browser:',
    ignore: 'Did not ask? Do nothing. We send no alerts to an address that is not verified.',
    sentTo: (address: string) => `We sent this to ${address} because someone entered it for a record alert.`,
  },
  verifyText: (p: { county: string; code: string; hours: string; link: string }) =>
    `${p.county}: your code is ${p.code}. Within ${p.hours}, enter it in your alert, open ${p.link} or reply YES. Did not ask? Ignore this text. Reply STOP to end.`,
  testText: (county: string) => `${county}: Hello! This is a test text from record alerts. Reply STOP to end.`,
  helpText: (county: string, contact: string) =>
    `${county} record alerts. ${contact ? `For help: ${contact}. ` : ''}Message and data rates may apply. Reply STOP to end.`,
  keepText: (p: { county: string; day: string; lastActive: string; link: string }) =>
    `${p.county}: your record alerts end on ${p.day}, as you have not used them since ${p.lastActive}. Keep them: ${p.link} Reply STOP to end.`,
  yesUnclearText: (county: string) =>
    `${county}: more than one request is open for this number. Please enter the code, or open the link, of the text you want. Reply STOP to end.`,
  account: {
    note: 'We never ask for money or for your password.',
    sentTo: (address: string) => `We sent this to ${address} because it belongs to your account.`,
    sentToContact: (address: string) => `We sent this to ${address} because it is the county’s contact.`,
    sentToEntered: (address: string) => `We sent this to ${address} because someone entered it on our website.`,
    help: (contact: string) => `Questions? ${contact}`,
    expires: (hours: string) => `The link works for ${hours}.`,
    orPaste: 'If the button does not work, copy this into your browser:',
    registration: {
      subject: 'Complete your registration',
      body: (username: string) => [`Your username is ${username}. Choose the button to complete your registration.`],
      again:
        'Your password is the one you chose the first time. Once registered, you can set a new one with Forgot Password.',
      others: (usernames: string) =>
        `This email address has other accounts here: ${usernames}. If you want one of those, log in with it instead.`,
      ignore: 'Did not ask? Do nothing. The account is deleted after 7 days.',
      button: 'Complete my registration',
    },
    taken: {
      subject: 'Please choose another username',
      body: (username: string) => [
        `Someone entered this email address to register with the username ${username}. That username is already in use.`,
        'To register, please start again and choose another username.',
      ],
      others: (usernames: string) =>
        `This email address has an account here already. Its username: ${usernames}. If you forgot the password, choose Forgot Password on the login page.`,
      ignore: 'Did not ask? Do nothing. No account was made.',
      button: 'Go to the login page',
    },
    username: {
      subject: 'Your username',
      body: (usernames: string[]) => [
        usernames.length === 1
          ? `Your username is ${usernames.join('')}.`
          : `This email address has ${usernames.length} usernames: ${usernames.join(', ')}.`,
      ],
      ignore: 'Did not ask? Do nothing. Nobody else was told.',
      button: 'Log in',
    },
    reset: {
      subject: 'Set a new password',
      body: (username: string) => [
        `Someone asked to set a new password for ${username}. If it was you, choose the button.`,
      ],
      once: 'It works once, and only the newest link works.',
      ignore: 'Did not ask? Do nothing. Your password stays as it is.',
      button: 'Set a new password',
    },
    confirm: {
      subject: 'Confirm your new email address',
      body: (username: string) => [
        `The account ${username} wants to use this email address. Choose the button to confirm it.`,
        'Until then, account mail goes to the old address.',
      ],
      ignore: 'Did not ask? Do nothing. The address is not used.',
      button: 'Confirm this address',
    },
    locked: {
      subject: 'Your account is locked for safety',
      body: (username: string) => [
        `Someone entered a wrong password for ${username} too many times. We locked the account to keep it safe.`,
        'Your alerts still work, and we still tell you about records.',
        'To unlock it, set a new password on the login page, or call the county.',
      ],
    },
    password: {
      subject: 'Your password was changed',
      body: (username: string) => [
        `The password of ${username} was changed.`,
        'If you changed it, do nothing. If you did not, set a new password on the login page now, and call the county.',
      ],
    },
    authenticator: {
      subject: {
        on: 'An authenticator app was set up for your account',
        off: 'The authenticator app of your account was turned off',
        reset: 'The authenticator app of your account was reset',
      },
      body: {
        on: (username: string) => [
          `From now on, ${username} logs in with the password and a code from an app.`,
          'If you set it up, do nothing. If you did not, call the county now.',
        ],
        off: (username: string) => [
          `${username} now logs in with the password alone.`,
          'If you turned it off, do nothing. If you did not, set a new password now, and call the county.',
        ],
        reset: (username: string) => [
          `Staff reset the authenticator app of ${username}. The old app and recovery codes no longer work.`,
          'If you asked for it, do nothing. If you did not, call the county now.',
        ],
      },
    },
    email: {
      subject: 'The email address of your account was changed',
      body: (username: string) => [
        `The account ${username} now has another email address. Account mail no longer comes here.`,
        'If you changed it, do nothing. If you did not, call the county now.',
      ],
    },
    keep: {
      subject: (day: string) => `Your record alerts end on ${day} unless you keep them`,
      body: (username: string, day: string, lastActive: string) => [
        `The account ${username} was last used on ${lastActive}. We delete accounts that nobody uses.`,
        `On ${day} your account and all of its alerts will be deleted. After that we can no longer tell you about records.`,
        'Do you want to keep them? Choose the button. You need not log in.',
      ],
      button: 'Keep my alerts',
      otherwise: 'If you no longer want alerts, do nothing.',
    },
    migration: {
      subject: {
        done: 'The alerts of the old version were taken over',
        failed: 'The alerts of the old version were not taken over',
        restored: 'The earlier alerts were put back',
      },
      body: {
        done: 'All alerts and email addresses were replaced by those of the old version.',
        failed: 'The migration stopped. All alerts are as they were before.',
        restored: 'The alerts that stood before the migration are in use again.',
      },
      figures: (alerts: number, emails: number) =>
        `${alerts.toLocaleString('en-US')} alerts and ${emails.toLocaleString('en-US')} email addresses.`,
      skipped: (rows: number) =>
        rows === 0
          ? 'Every row was taken over.'
          : `${rows.toLocaleString('en-US')} rows could not be taken over. The page lists each with its reason.`,
      undo: 'If this looks wrong, what was there before can be put back on the same page.',
      button: 'Open the migration page',
    },
    stopped: {
      subjectEmail: 'We can no longer email one of your addresses',
      subjectPhone: 'We can no longer text one of your numbers',
      why: {
        bounce: (target: string) =>
          target.includes('@')
            ? `Emails to ${target} come back to us. Change the address or try again.`
            : `Texts to ${target} do not arrive. Change the number or try again.`,
        complaint: (target: string) => `Emails to ${target} were marked as spam, so we have stopped them.`,
        stop: (target: string) => `Someone replied STOP from ${target}, so we have stopped texts to it.`,
      },
      whatFollows: (target: string) =>
        `Your alerts no longer go to ${target}. They still go to your other addresses and numbers.`,
      todo: 'Log in to see your alerts and change who is told.',
      button: 'See my alerts',
    },
  },
}
export type Words = typeof english
