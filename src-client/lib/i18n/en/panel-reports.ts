/** The English texts of the reports of the audit log; see en-panel.ts. */
export const enPanelReports = {
  report: {
    title: 'Audit Report - User',
    detail: 'Who did what, and when: log-ins, accounts, alerts, settings, exports and the work of staff.',
    loading: 'Loading the report',
    from: 'From',
    to: 'To',
    fromDate: 'From date',
    toDate: 'To date',
    hour: 'Hour',
    minute: 'Minute',
    amPm: 'AM/PM',
    username: 'Username',
    usernameHelp: 'Whoever did something, or had it done to them. Leave it empty for everybody.',
    lookUp: 'Lookup: Username',
    pdf: 'Report (PDF)',
    excel: 'Export (Excel)',
    making: { pdf: 'Making the PDF…', excel: 'Making the Excel file…' },
    wait: 'A long report takes up to a minute. You may go on working in another window.',
    stop: 'Stop',
  },
} as const
