/** The English texts of the report of a record that a resident found; see shell.ts. */
export const enFoundRecords = {
  foundRecord: {
    open: 'I found a record myself',
    openFor: 'I found a record myself: {{name}}',
    title: 'I found this myself',
    what: 'Did you find a record that is about you, and we did not notify you? Find it here and report it. The county learns why we missed it.',
    field: 'Document number, or a name in the record',
    help: 'Enter the number as the county writes it, or a first and last name. We search names in the records of the last 12 months.',
    tooShort: 'Enter at least 3 characters.',
    search: 'Search',
    searching: 'Searching',
    failed: 'We could not search the records.',
    results: 'Records found',
    none: 'We found no such record.',
    noneHelp: 'Check the number, or search for a name in the record.',
    recorded: 'Recorded {{at}}',
    report: 'This is about me, and you did not notify me',
    reportOf: 'This is about me, and you did not notify me: {{document}}',
    reporting: 'Reporting…',
    known: {
      notified: 'We notified you about this record.',
      skipped: 'This record matched, and we sent no notice. {{reason}}',
      listedAsPossible: 'This record is in your list “Maybe about you.”',
      reported: 'You reported this record. The county has your report.',
    },
    openNotice: 'Open the notice',
  },
} as const
