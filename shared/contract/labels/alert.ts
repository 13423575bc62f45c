/** Labels of an alert's lists of recipients, for its form and the audit report. */
export const recipientListLabels = { EMAIL: 'Emails', PHONE: 'Texts' } as const

/** Labels of the match options; the form adds examples. */
export const matchOptionTexts = {
  nicknames: 'Nicknames',
  soundAlikes: 'Names that sound alike',
  typingSlips: 'Typos',
  formerName: 'Old name kept as a middle name',
  allWords: 'Longer names that contain all these words',
  notByInitial: 'Skip records that show only a first initial',
  possible: 'Weekly email of possible matches',
} as const

export const formerLastNameLabel = 'Former last name'
/** Text before the match options that are on. */
export const matchOptionsLabel = 'Options'

/** Labels of the panel's filters. */
export const filterLabels = { find: 'Find', includeInactive: 'Include inactive' } as const
export const validatedLabel = 'Validated'
