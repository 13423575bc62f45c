import { middleConflicts, parcelSentences, sentences } from '#shared/matching/reason.ts'
import { documentTypeTexts } from '#shared/domain/notice/document-types.ts'
import { noticeAnswerLabels } from '#shared/domain/notice/answers.ts'
import {
  recordLabels,
  restrictedSentence,
  roleLabels,
  underRoleSentence,
} from '#shared/domain/notice/record-summary.ts'

/**
 * The English words of the messages. Grade 8 or less, under 20 words a sentence; record, alert, email, text. A county
 * translates them key by key (docs/translations.md); each {{value}} and <b> stays.
 */
export const english = {
  count: {
    hours_one: '{{count}} hour',
    hours_other: '{{count}} hours',
    more_one: '{{count}} more',
    more_other: '{{count}} more',
  },
  aDocument: 'A document',
  /** In an email that may be a duplicate. */
  twice: 'You may get this email twice.',
  role: roleLabels,
  fact: recordLabels,
  /** What the common types of documents mean. */
  documentTypes: documentTypeTexts,
  /** Why a record matched an alert, in the words of the rule. */
  sentences: { ...sentences, ...middleConflicts, ...parcelSentences },
  match: {
    subject: '{{what}} recorded: matches your alert "{{alert}}"',
    subjectAt: '{{what}} recorded for {{address}}: matches your alert "{{alert}}"',
    /** To an address that is not the owner's account email. */
    subjectOne: '{{what}} recorded: matches your alert',
    subjectOneAt: '{{what}} recorded for {{address}}: matches your alert',
    subjectMany: '{{what}} recorded: matches {{count}} of your alerts',
    subjectManyAt: '{{what}} recorded for {{address}}: matches {{count}} of your alerts',
    heading: 'A record matches your alert “{{alert}}”',
    headingAt: 'A record for {{address}} matches your alert “{{alert}}”',
    headingMany: 'A record matches {{count}} of your alerts',
    headingManyAt: 'A record for {{address}} matches {{count}} of your alerts',
    intro: 'The county recorded this document on {{day}}.',
    place: 'Parcel {{parcel}}',
    placeMore: 'Parcel {{parcel}} and {{count}} more',
    preview: 'Recorded {{day}} in {{county}}. See why you got this and what to do.',
    whyTitle: 'Why you got this',
    why: '<b>{{alert}}</b> watches <b>{{criteria}}</b>. The record shows <b>{{record}}</b>.',
    whyParcel: '<b>{{alert}}</b> watches parcel <b>{{criteria}}</b>. The record lists parcel <b>{{record}}</b>.',
    /** About a restricted record, the reason ends with what the alert watches. */
    whyAlone: '<b>{{alert}}</b> watches <b>{{criteria}}</b>.',
    whyAloneParcel: '<b>{{alert}}</b> watches parcel <b>{{criteria}}</b>.',
    /** In the plain part of an email, where words cannot be marked. */
    whyWords: 'Words that match: {{words}}.',
    whyUnder: underRoleSentence,
    // No longer sent; kept for counties whose files translate it.
    todoTitle: 'What to do now',
    recognize: 'Do you recognize this record?',
    expected: noticeAnswerLabels.expected,
    expectedHelp: 'You sold, bought, or changed a loan. You don’t need to do anything.',
    notMe: noticeAnswerLabels['not-me'],
    notMeHelp: 'Someone else has this name, or it is not your parcel. Read the record first, then tell us.',
    notMeRestrictedHelp: 'Someone else has this name, or it is not your parcel.',
    wrong: noticeAnswerLabels.wrong,
    wrongHelp:
      'Call {{who}}. Say “I got a record alert.” Then call the police, and a lawyer if you can. Keep this email.',
    notSure: 'Not sure? Call {{who}}. Say “I got a record alert.”',
    theCounty: 'the county recorder’s office',
    see: 'See this record',
    seeAtOffice: 'To get a copy, ask the county for document {{id}}.',
    restricted: `${restrictedSentence} To learn more, call {{who}} about document {{id}}.`,
    note: 'This service notifies you about records. It doesn’t stop a document from being recorded. We never ask for money or your password.',
    twice: 'You may get this message twice. It is about the same record.',
    insteadOfText: 'The county has used up its texts for this month, so we sent this email instead.',
    insteadOfTextTo:
      'The county has used up its texts for this month, so we sent this email instead of a text to {{phone}}.',
    sentTo: 'We sent this to {{address}} because you asked us to and verified this address.',
    sentToOwner: 'We sent this to {{address}} because it is the email address of your account.',
    change: 'Change my alerts',
    stop: 'Unsubscribe this address',
  },
  verifyEmail: {
    subject: 'Verify this address for {{county}} record alerts',
    heading: 'Verify this address',
    // No longer sent; kept for counties whose files translate it.
    introPlain: 'Verify this address to get record alerts.',
    asked:
      'Someone asked us to send alerts about recorded documents to <b>{{address}}</b>. Press the button to say yes.',
    askedLink:
      'Someone asked us to send alerts about recorded documents to <b>{{address}}</b>. Open the link to say yes.',
    button: 'Verify this address',
    expires: 'The link works for {{hours}}.',
    orPaste: 'If the button does not work, copy this into your browser:',
    // No longer sent; kept for counties whose files translate it.
    ignore: 'If you didn’t ask for this, do nothing. We only send alerts to verified addresses.',
    notAsked: '<b>Didn’t ask for this?</b> Ignore this email. We won’t write again unless somebody asks.',
    sameForAll: 'This email reads the same for everyone. Nobody can add words to it.',
    sentTo: 'We sent this to {{address}} because someone entered it for a record alert.',
  },
  /** Text messages. Each is in one language as a whole, and has to fit (find-overlong-text.ts). */
  text: {
    match: {
      one: '{{county}}: {{what}} {{id}}, recorded {{day}}, matches your alert "{{alert}}": {{says}}.',
      many: '{{county}}: {{what}} {{id}}, recorded {{day}}, matches {{count}} of your alerts: {{says}}.',
      notExpected: 'Not expected? Call {{phone}}.',
      end: 'See it: {{link}} Reply STOP to end.',
    },
    /** In place of `match`, about a restricted record. */
    restricted: {
      one: '{{county}}: {{what}} {{id}}, recorded {{day}}, matches your alert "{{alert}}". It is restricted by law, so we can\'t show more.',
      many: "{{county}}: {{what}} {{id}}, recorded {{day}}, matches {{count}} of your alerts. It is restricted by law, so we can't show more.",
      call: 'Questions? Call {{phone}}.',
      end: 'See it: {{link}} Reply STOP to end.',
    },
    verify: {
      code: "{{county}}: your code is {{code}}. Within {{hours}}, enter it in your alert, open {{link}} or reply YES. Didn't ask? Ignore this text. Reply STOP to end.",
    },
    test: { hello: '{{county}}: Hello! This is a test text from record alerts. Reply STOP to end.' },
    help: {
      who: '{{county}} record alerts.',
      contact: 'For help: {{contact}}.',
      end: 'Message and data rates may apply. Reply STOP to end.',
    },
    keep: {
      letter:
        '{{county}}: your record alerts end on {{day}} because you have not used them since {{lastActive}}. Keep them: {{link}} Reply STOP to end.',
    },
    changed: {
      what: '{{county}}: your record alerts were changed. Not you? Undo it by {{until}}: {{link}} Reply STOP to end.',
      staff:
        '{{county}}: staff changed your record alerts. Not right? Undo it by {{until}}: {{link}} Reply STOP to end.',
    },
    deleted: {
      what: '{{county}}: the county deleted your account on {{day}}. You get no more record alerts.',
      call: 'Not right? Call {{phone}}.',
      end: 'Reply STOP to end.',
    },
    yesUnclear: {
      ask: '{{county}}: this number has more than one open request. Please enter the code from the text you want, or open its link. Reply STOP to end.',
    },
    /** In any of the texts above that may be a duplicate. */
    twice: { note: 'You may get this text twice.' },
  },
  account: {
    note: 'We never ask for money or your password.',
    sentTo: 'We sent this to {{address}} because it belongs to your account.',
    sentToReader: 'We sent this to {{address}} because it gets these alerts.',
    sentToContact: 'We sent this to {{address}} because it is the county’s contact.',
    sentToEntered: 'We sent this to {{address}} because someone entered it on our website.',
    help: 'Questions? {{contact}}',
    expires: 'The link works for {{hours}}.',
    orPaste: 'If the button does not work, copy this into your browser:',
    registration: {
      subject: 'Complete your registration',
      body: 'Press the button to complete your registration. The page shows your username.',
      // No longer sent; kept for counties whose files translate it.
      again:
        'Your password is the one you chose the first time. Once registered, you can set a new one with Forgot Password.',
      asked: 'Someone registered with this email address on {{at}}.',
      newest: 'If you get more than one of these emails, use only the newest one that you asked for.',
      others:
        'This email address has other accounts here: {{usernames}}. If you want one of those, log in with it instead.',
      ignore: 'If you didn’t ask for this, do nothing. We delete the account after 7 days.',
      button: 'Complete my registration',
    },
    sample: {
      subject: 'SAMPLE: {{subject}}',
      band: 'SAMPLE',
      what: 'No document was recorded. You asked us to show you what an alert looks like.',
      spam: 'Was this in your spam folder? Move it to your inbox. Alerts come from the same address.',
    },
    taken: {
      subject: 'Please choose another username',
      what: 'Someone entered this email address to register with the username {{username}}. That username is already in use.',
      todo: 'To register, please start again and choose a new username.',
      others:
        'This email address already has an account here. Its username: {{usernames}}. If you forgot the password, choose Forgot Password on the login page.',
      ignore: 'If you didn’t ask for this, do nothing. We did not create an account.',
      button: 'Go to the login page',
    },
    username: {
      subject: 'Your username',
      one: 'Your username is {{username}}.',
      many: 'This email address has {{count}} usernames: {{usernames}}.',
      ignore: 'If you didn’t ask for this, do nothing. We did not tell anyone else.',
      button: 'Log in',
      see: 'Someone asked for the username that goes with this email address. If it was you, press the button to see it.',
      seeButton: 'See my username',
    },
    reset: {
      subject: 'Set a new password',
      body: 'Someone asked to set a new password for {{username}}. If it was you, press the button.',
      bodyNameless: 'Someone asked to set a new password for your account. If it was you, press the button.',
      once: 'It works once, and only the newest link works.',
      ignore: 'If you didn’t ask for this, do nothing. Your password stays the same.',
      button: 'Set a new password',
    },
    confirm: {
      subject: 'Verify your new email address',
      what: 'Someone entered this email address for an account here. If it was you, press the button to verify it.',
      until: 'Until then, we send account mail to the old address.',
      ignore: 'If you didn’t ask for this, do nothing. We will not use the address.',
      button: 'Verify this address',
    },
    locked: {
      subject: 'Your account is locked for safety',
      what: 'Someone entered a wrong password for {{username}} too many times. We locked the account to keep it safe.',
      whatNameless:
        'Someone entered a wrong password for your account too many times. We locked the account to keep it safe.',
      subjectOpen: 'Someone may know your password',
      code: 'Someone entered the right password for {{username}}, and then wrong codes from an authenticator app.',
      codeNameless:
        'Someone entered the right password for your account, and then wrong codes from an authenticator app.',
      codeLocked: 'We locked the account to keep it safe.',
      known:
        'Someone entered a wrong password for {{username}} many times. Now you can log in only on a computer or phone where you have logged in before.',
      knownNameless:
        'Someone entered a wrong password for your account many times. Now you can log in only on a computer or phone where you have logged in before.',
      alerts: 'Your alerts still work, and we still notify you about records.',
      stillKnown: 'On a computer or phone where you have logged in before, you can log in with your password as usual.',
      todo: 'To unlock it, set a new password on the login page, or call the county.',
      linkOpen: 'If this was not you, press the button to set a new password now, or call the county.',
      button: 'Set a new password',
      ignore: 'The link works once. Later, choose Forgot Password on the login page.',
    },
    password: {
      subject: 'Your password has changed',
      what: 'The password for {{username}} has changed.',
      whatNameless: 'The password for your account has changed.',
      todo: 'If you changed it, do nothing. If you did not, set a new password on the login page now, and call the county.',
    },
    authenticator: {
      on: {
        subject: 'An authenticator app was set up for your account',
        what: 'From now on, {{username}} logs in with the password and a code from an app.',
        whatNameless: 'From now on, you log in with the password and a code from an app.',
        todo: 'If you set it up, do nothing. If you did not, call the county now.',
      },
      off: {
        subject: 'The authenticator app for your account was turned off',
        what: '{{username}} now logs in with the password alone.',
        whatNameless: 'You now log in with the password alone.',
        todo: 'If you turned it off, do nothing. If you did not, set a new password now, and call the county.',
      },
      reset: {
        subject: 'The authenticator app for your account was reset',
        what: 'Staff reset the authenticator app for {{username}}. The old app and recovery codes no longer work.',
        whatNameless:
          'Staff reset the authenticator app for your account. The old app and recovery codes no longer work.',
        todo: 'If you asked for it, do nothing. If you did not, call the county now.',
      },
    },
    allow: {
      subject: 'Set up your authenticator app',
      what: 'Someone logged in to your new account and wants to set up an authenticator app. If it was you, press the button.',
      ignore: 'If it was not you, do nothing, and call the county now.',
      button: 'This was me',
    },
    administrator: {
      subject: 'There is a new administrator',
      what: '{{by}} made {{username}} an administrator. The type of user is {{role}}.',
      whatNameless: 'Someone made a user an administrator. The type of user is {{role}}.',
      todo: 'If you expected this, do nothing. If you did not, log in, deactivate that user, and call the county now.',
      button: 'See the users',
    },
    email: {
      subject: 'The email address for your account has changed',
      what: 'The account {{username}} now has another email address. We no longer send account mail here.',
      whatNameless: 'Your account now has another email address. We no longer send account mail here.',
      todo: 'If you changed it, do nothing. If you did not, call the county now.',
    },
    changing: {
      subject: 'Someone asked to change the email address for your account',
      what: 'Someone asked to change the email address for {{username}}. We will use the new address once it is verified.',
      whatNameless:
        'Someone asked to change the email address for your account. We will use the new address once it is verified.',
      todo: 'If you asked for it, do nothing. If you did not, press the button to stop it, and then set a new password.',
      button: 'This was not me',
    },
    changed: {
      subject: 'Your record alerts were changed. Was it you?',
      subjectStaff: 'County staff changed your record alerts. Is that right?',
      what: 'Someone logged in to your account and changed your record alerts on {{day}}:',
      staff: 'County staff changed your record alerts on {{day}}:',
      recipient: 'The alert “{{alert}}” no longer goes to {{target}}. We still send there until {{until}}.',
      recipientGone: 'The alert “{{alert}}” no longer goes to {{target}}.',
      number: 'Staff marked {{target}} as a number that takes no texts. The alert “{{alert}}” no longer texts it.',
      off: 'The alert “{{alert}}” is turned off.',
      paused: 'The alert “{{alert}}” is paused until {{day}}.',
      narrowed: 'The alert “{{alert}}” now leaves out more records.',
      criteria: 'The alert “{{alert}}” now watches something else.',
      deleted: 'The alert “{{alert}}” was deleted.',
      account: 'The account was deactivated. None of its alerts goes to anyone.',
      more: 'And {{more}}. The button shows them all.',
      fine: 'If you made this change, or asked the county to, do nothing.',
      todo: 'If not, press the button by {{until}}. We put the alerts back and tell the county.',
      button: 'This was not me',
      /** To somebody else than the owner of the account. */
      reader: {
        subject: 'Record alerts that you get were changed. Is that right?',
        what: 'Someone logged in to the account of these alerts and changed them on {{day}}:',
        staff: 'County staff changed record alerts that you get, on {{day}}:',
        fine: 'If the account’s owner wanted this, do nothing. You can ask them.',
        button: 'This is not right',
      },
    },
    deleted: {
      subject: 'Your record alerts have ended',
      what: 'On {{day}}, county staff deleted the account whose record alerts came to this address.',
      ended: 'All of its alerts are gone. You get no more notices.',
      todo: 'If you asked for this, do nothing. If not, call the county: {{contact}}.',
      todoPlain: 'If you asked for this, do nothing. If not, call the county.',
    },
    undone: {
      subject: 'A resident says: this change of my alerts was not me',
      what: 'Someone changed a resident’s record alerts on {{day}}. A person who got those alerts pressed “This was not me.”',
      whatStaff:
        'Staff changed a resident’s record alerts on {{day}}. A person who got those alerts pressed “This was not me.”',
      done: 'We put the alerts back. Please find out who made the change. The audit log names the account and the computer’s address.',
      doneInPart:
        'We put the alerts back, but an address or number is gone from the account. Please call the resident, and find out who made the change.',
      todo: 'If it was the resident, call them before you change anything again.',
      button: 'Open the user',
    },
    keep: {
      subject: 'Your record alerts end on {{day}} unless you keep them',
      last: 'The account {{username}} was last used on {{lastActive}}. We delete accounts that no one uses.',
      what: 'On {{day}} we will delete your account and all of its alerts. After that we can no longer notify you about records.',
      todo: 'To keep them, press the button. You don’t need to log in.',
      button: 'Keep my alerts',
      otherwise: 'If you no longer want alerts, do nothing.',
    },
    migration: {
      done: {
        subject: 'The alerts from the legacy version were imported',
        what: 'All alerts and email addresses here now come from the legacy version.',
      },
      failed: {
        subject: 'The alerts from the legacy version were not imported',
        what: 'The migration failed. Nothing was changed.',
      },
      restored: {
        subject: 'The earlier alerts were restored',
        what: 'The alerts from before the migration are in use again.',
      },
      figures: '{{alerts}} alerts and {{emails}} email addresses.',
      noneSkipped: 'Every row was imported.',
      skipped: 'We could not import {{rows}} rows. The page lists each with its reason.',
      undo: 'If this looks wrong, you can restore what was there before on the same page.',
      button: 'Open the migration page',
    },
    restored: {
      subject: 'Alerts are paused: the database was restored',
      what: 'The alert database was restored from a backup of {{from}}. Anything sent or changed after that time is missing.',
      paused: 'No alerts go out until you release them. Everyone was logged out.',
      todo: 'The monitoring page lists what to check first.',
      button: 'Open the monitoring page',
    },
    reported: {
      subject: 'A resident says document {{id}} looks wrong',
      subjectPlain: 'A resident says a recorded document looks wrong',
      subjectMany: 'Residents say {{count}} recorded documents look wrong',
      what: 'A resident got an alert about document {{id}} and answered “This looks wrong.”',
      whatPlain: 'A resident got an alert and answered “This looks wrong.”',
      whatMany: '{{count}} reports came in that we did not email you about one by one.',
      todo: 'Open the report to see who to call. The resident was told that you read reports on business days.',
      button: 'Open the report',
      buttonMany: 'Open the reports',
    },
    stopped: {
      subjectEmail: 'We can no longer email one of your addresses',
      subjectPhone: 'We can no longer text one of your numbers',
      bounceEmail: 'We can’t deliver emails to {{target}}. Change the address or try again.',
      bouncePhone: 'We can’t deliver texts to {{target}}. Change the number or try again.',
      complaint: 'Emails to {{target}} were marked as spam, so we stopped them.',
      stop: 'Someone replied STOP from {{target}}, so we stopped texts to it.',
      subjectRequests: 'We stopped emails that ask to verify one of your addresses',
      requests:
        'An email that asks to verify {{target}}, or to register with it, was marked as spam. We no longer send those.',
      requestsFollow: 'If you verified {{target}}, your alerts still go there.',
      requestsTodo: 'If you did not, and want to use this address, call the county.',
      whatFollows:
        'Your alerts no longer go to {{target}}. An alert with no other verified address or number now reaches no one.',
      todo: 'Log in to see your alerts and change who we notify.',
      button: 'See my alerts',
    },
  },
} as const
