import { noticeAnswerLabels } from '#shared/domain/notice/answers.ts'
import { documentTypeTexts } from '#shared/domain/notice/document-types.ts'
import {
  recordLabels,
  restrictedSentence,
  roleLabels,
  underRoleSentence,
} from '#shared/domain/notice/record-summary.ts'
import { likelySentence, middleConflicts, parcelSentences, sentences } from '#shared/matching/public.ts'
import { enAccount } from './en-account.ts'

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
  sentences: { ...sentences, ...middleConflicts, likely: likelySentence, ...parcelSentences },
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
  /** The weekly email of possible matches. */
  weekly: {
    subjectOne: '1 record that may be about you',
    subjectMany: '{{count}} records that may be about you',
    heading: 'Records that may be about you',
    preview: 'Your weekly list from {{county}}. These match your alerts less closely.',
    intro: 'These records match your alerts less closely.',
    why: 'Many are about someone else with a similar name, so we send them once a week.',
    surer: 'We still notify you right away when a record matches more closely.',
    alert: '<b>{{alert}}</b> watches <b>{{criteria}}</b>',
    /** An alert that has its name from what it watches. */
    alertSame: 'Alert <b>{{alert}}</b>',
    record: '{{what}}, recorded {{day}}, document {{id}}',
    shows: 'The record shows <b>{{record}}</b>.',
    /** `more` is '7 more'. */
    andMore: 'And {{more}} in this alert.',
    moreAlerts: 'And {{more}} of your alerts have such records.',
    answer: 'Your home page has the same list. There, one press tells us that a record is not about you.',
    seeList: 'See my list',
    notSure: 'If a record looks wrong, call {{who}}. Give them its document number.',
    sentTo: 'We sent this to {{address}} because it is in a record alert and you verified it.',
    stop: 'Stop this weekly email',
    stopHelp: 'That stops this email alone. Other notices go on.',
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
      unused: '{{county}}: your record alerts have ended. No one used their account, so we deleted it on {{day}}.',
      call: 'Not right? Call {{phone}}.',
      end: 'Reply STOP to end.',
    },
    yesUnclear: {
      ask: '{{county}}: this number has more than one open request. Please enter the code from the text you want, or open its link. Reply STOP to end.',
    },
    /** In any of the texts above that may be a duplicate. */
    twice: { note: 'You may get this text twice.' },
  },
  account: enAccount,
} as const
