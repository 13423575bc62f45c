/** The English texts about addresses and numbers apart from their alerts; see shell.ts. */
export const enRecipients = {
  recipient: {
    title: 'My emails and phones',
    titleEmails: 'My emails',
    lead: 'These are the addresses and numbers in your alerts. New phone or email? Change it here once. That changes it in all of your alerts.',
    open: 'Correct an email or phone',
    openEmails: 'Correct an email',
    loading: 'Loading your emails and phones',
    failed: 'We could not load your emails and phones.',
    none: 'Your alerts have no emails or phones yet.',
    lists: { EMAIL: 'Emails', PHONE: 'Phones' },
    usedBy_one: 'Used in {{count}} alert',
    usedBy_other: 'Used in {{count}} alerts',
    unused: 'No alert uses it.',
    kept: 'No alert uses it now. It still gets notices until {{day}}, so that its reader can object.',
    stopped: 'We send it nothing, because messages to it are stopped.',
    correct: 'Correct',
    correctOne: 'Correct {{value}}',
    remove: 'Remove',
    removeOne: 'Remove {{value}}',
    removeQuestion: 'Remove {{value}}?',
    removeDetail: 'No alert uses it, so no alert changes.',
    removeOf: 'No alert of {{owner}} uses it, so no alert changes.',
    removeYes: 'Remove',
    otherUnusedHelp:
      'Check this if a stranger gets the messages. If you leave it unchecked, and an alert used it in the last 7 days, it stays here and gets notices until the 7 days are over.',
    other: {
      EMAIL: '{{value}} belongs to somebody else. Send nothing more there.',
      PHONE: '{{value}} belongs to somebody else. Send nothing more there.',
    },
    otherHelp:
      'Check this if a stranger gets the messages. If you leave it unchecked, it gets notices for 7 more days.',
    otherTaken_one: '{{values}} belongs to somebody else. Send nothing more there.',
    otherTaken_other: '{{values}} belong to somebody else. Send nothing more there.',
    otherTakenHelp_one:
      'Check this if a stranger gets the messages. If you leave it unchecked, we notify its reader, and it gets notices for 7 more days.',
    otherTakenHelp_other:
      'Check this if strangers get the messages. If you leave it unchecked, we notify their readers, and they get notices for 7 more days.',
    otherShort: 'Somebody else’s, checkbox',
    correctTitle: { EMAIL: 'Correct this email address', PHONE: 'Correct this phone number' },
    correctLead_one:
      'We’ll change it in {{count}} alert. The new one gets no notices until it is verified. If the old one is verified, it gets notices for 7 more days.',
    correctLead_other:
      'We’ll change it in all {{count}} alerts. The new one gets no notices until it is verified. If the old one is verified, it gets notices for 7 more days.',
    ofOwner: 'Alerts of {{owner}} only.',
    now: 'Now: {{value}}',
    value: { EMAIL: 'Correct email address', PHONE: 'Correct phone number' },
    acknowledgement: 'Acknowledgment, checkbox',
    agreed: {
      EMAIL: 'The person with this address agrees to get emails there.',
      PHONE: 'The person with this number agrees to get texts there.',
    },
    save: 'Save and verify',
  },
} as const
