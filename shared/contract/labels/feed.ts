/** Labels of a feed's columns in the order of its page, for that page and the audit report. */
export const feedColumnLabels = {
  documentIdentifier: 'Document number',
  recordedAt: 'Recorded date and time',
  documentType: 'Document type',
  documentDescription: 'Description',
  documentUrl: 'Document link',
  legalDescription: 'Legal description',
  restricted: 'Restricted',
  parties: 'Parties',
  parcels: 'Parcel ID columns',
  situsAddresses: 'Street address columns',
  extra: 'Columns to keep but not read',
} as const

/** Labels of the format of a feed's files, for its page and the audit report. */
export const feedLabels = {
  name: 'Name',
  timeZone: 'Time zone',
  nameOrder: 'Name order',
  nameWidth: 'Names are cut off at',
  doubleSpace: 'Two spaces separate joint names',
  zeros: 'Parcel IDs have lost their leading zeros',
  columns: 'Columns',
} as const
export const nameOrderLabels = { LAST_FIRST: 'Last name first', FIRST_LAST: 'First name first' } as const
