/** Labels of a feed's columns in the order of its page, for that page and the audit report. */
export const feedColumnLabels = {
  documentIdentifier: 'Document id',
  recordedAt: 'Recorded date and time',
  documentType: 'Type of document',
  documentDescription: 'Description',
  documentUrl: 'Link to the document',
  legalDescription: 'Legal description',
  parties: 'Parties',
  parcels: 'Columns of parcel ids',
  extra: 'Columns to keep without reading',
} as const
