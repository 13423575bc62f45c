/** Which reports of suspicious records ('This looks wrong') staff see: open or resolved. */
export const recordReportFilters = ['open', 'dealtWith'] as const
export type RecordReportFilter = (typeof recordReportFilters)[number]

/** Open reports are counted up to here; a larger number would not tell staff more. */
export const maxRecordReportsCounted = 1000
