import { enAlert } from './alert.ts'
import { enFindProperty } from './find-property.ts'
import { enHome } from './home.ts'
import { enLinks } from './links.ts'
import { enRecipients } from './recipients.ts'
import { enRecords } from './records.ts'

/** The English texts of the pages behind the login page, and of those that messages link to; see shell.ts. */
export const enPages = {
  problems: {
    title_one: 'Please fix {{count}} thing',
    title_other: 'Please fix {{count}} things',
    detail: 'Nothing is saved yet. Choose a problem to fix it.',
    left_one: '{{count}} thing to fix',
    left_other: '{{count}} things to fix',
  },
  /** Another person or another window saved the same thing first. */
  newer: {
    detail: 'Load the saved version? You’ll lose what you typed here.',
    load: 'Load it',
  },
  /** A part of a page that failed. */
  failedPart: {
    title: 'Something went wrong',
    detail: 'We could not show this part of the page.',
    rest: 'The rest of the page works.',
  },
  /** The user left a form; its draft keeps the entries (drafts.ts). */
  drafts: {
    left: 'What you typed is kept.',
    leftNoPassword: 'What you typed is kept, except the password.',
  },
  status: {
    VERIFIED: 'Verified',
    VERIFICATION_NEEDED: 'Verification Needed',
    ACTIVE: 'Active',
    INACTIVE: 'Inactive',
    PENDING: 'Pending',
    LOCKED: 'Locked out',
    STOPPED: 'Stopped by reply',
    NOTHING_SENT: 'Not sending',
    MIGRATED: 'Migrated',
  },
  /** The rest of the group is in shell.ts. */
  list: {
    results: 'Displaying Results: {{from}}-{{to}} of {{total}}',
    pages: 'Pages',
    page: 'Page {{page}}',
    first: 'First',
    previous: 'Prev',
    next: 'Next',
    last: 'Last',
    back10: 'Back 10 pages',
    forward10: 'Forward 10 pages',
    more: '{{count}} more',
    actions: 'Actions',
    export: 'Export',
    exporting: 'Exporting…',
    exported: '{{name}} was saved.',
    exportedEmpty: '{{name}} was saved. It has only headings, because this list is empty.',
    back: 'Back to the list',
    moreActions: 'More',
    moreFor: 'More for {{of}}',
    counting: 'more than {{least}} (counting…)',
  },
  toast: {
    region: 'Messages',
    close: 'Close message',
    label: 'Message',
  },
  notFound: {
    title: 'Page not found',
    detail: 'The address may be incomplete, or the page may have moved.',
    home: 'Go to the start page',
  },
  outbox: {
    title: 'Dev inbox',
    lead: 'This demo sends nothing. Here are the emails and texts it would have sent, newest first.',
    to: 'To',
    toHelp: 'A full email address, or a phone number such as +16125550142.',
    clear: 'Clear',
    refresh: 'Refresh',
    loading: 'Loading the messages',
    failed: 'We could not load the messages.',
    failedWhy: 'The dev inbox exists only in the demo, on the computer that runs it.',
    none: 'Nothing has been sent yet.',
    noneFor: 'Nothing has been sent to “{{to}}”. Type the full address.',
    email: 'Email',
    text: 'Text',
    textTo: 'Text to {{to}}',
    sent: 'To {{to}}, {{at}}',
  },
  session: {
    title: 'Are you still there?',
    warning_one: 'You will be logged out in less than one minute. Nothing you typed is lost if you stay.',
    warning_other: 'You will be logged out in less than {{count}} minutes. Nothing you typed is lost if you stay.',
    stay: 'Stay signed in',
    leave: 'Log out now',
  },
  ...enHome,
  ...enAlert,
  ...enFindProperty,
  ...enLinks,
  ...enRecipients,
  ...enRecords,
} as const
