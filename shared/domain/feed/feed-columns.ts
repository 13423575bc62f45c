/** Labels of a feed's columns in the order of its page, for that page and the audit report. */
export const feedColumnLabels = {
  documentIdentifier: 'Document ID',
  recordedAt: 'Recorded date and time',
  documentType: 'Document type',
  documentDescription: 'Description',
  documentUrl: 'Document link',
  legalDescription: 'Legal description',
  parties: 'Parties',
  parcels: 'Parcel ID columns',
  extra: 'Columns to keep but not read',
} as const
