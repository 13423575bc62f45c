/** Labels of a version of the parcel roll, for its page and the audit report. */
export const rollVersionLabels = { file: 'File', parcels: 'Parcels' } as const

/** Labels of the changes that a new roll would make to the roll in use. */
export const rollChangeLabels = {
  added: 'New parcels',
  gone: 'Parcels that are gone',
  changed: 'Changed parcels',
  same: 'Parcels that stay the same',
} as const
