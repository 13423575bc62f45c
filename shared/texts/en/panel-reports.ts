/** The English texts of the reports of the audit log; see panel.ts. */
export const enPanelReports = {
  report: {
    title: 'Audit Report - User',
    detail: 'Who did what, and when: logins, accounts, alerts, settings, exports and staff actions.',
    loading: 'Loading the report',
    from: 'From',
    to: 'To',
    fromDate: 'From date',
    toDate: 'To date',
    hour: 'Hour',
    minute: 'Minute',
    amPm: 'AM/PM',
    username: 'Username',
    usernameHelp: 'Who acted or was affected. Leave blank for everyone.',
    lookUp: 'Lookup: Username',
    pdf: 'Report (PDF)',
    excel: 'Export (Excel)',
    making: { pdf: 'Creating the PDF…', excel: 'Creating the Excel file…' },
    wait: 'A long report can take up to a minute. You can keep working in another window.',
    stop: 'Stop',
  },
} as const
