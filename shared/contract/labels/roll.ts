/** Labels of a version of the parcel roll, for its page and the audit report. */
export const rollVersionLabels = { file: 'File', parcels: 'Parcels' } as const

/** What changes if a new roll replaces the one in use. */
export const rollChangeLabels = {
  added: 'New parcels',
  gone: 'Parcels that are gone',
  changed: 'Changed parcels',
  same: 'Parcels that stay the same',
} as const
