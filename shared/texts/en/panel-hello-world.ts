/** The English texts of the page that sends a test text; see panel.ts. */
export const enPanelHelloWorld = {
  helloWorld: {
    title: 'Hello World Test',
    detail: 'Sends one short text to check that texts go out. It counts toward this month’s texts.',
    phone: 'Phone number',
    phoneHelp: 'For example, (612) 555-0134.',
    phoneHelpOpen: 'For example, (612) 555-0134, or digits that start with the country code.',
    send: 'Send test text',
    sending: 'Sending…',
    questionDetail: 'We’ll text {{number}} without asking its owner first.',
    yes: 'Yes, send',
    noTexts: 'This service sends no texts. The operator set SMS_TRANSPORT to none.',
  },
} as const
