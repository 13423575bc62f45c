/** Why a record matched that its reader answered with 'This is not about me': counted for staff, without names. */
export const notMeCauses = [
  'fullName',
  'otherMiddleName',
  'otherFirstName',
  'byInitial',
  'halfSurname',
  'nickname',
  'soundAlike',
  'typingSlip',
  'formerName',
  'cutName',
  'unreadName',
  'sameBusiness',
  'otherForm',
  'otherOrder',
  'allWords',
  'wordsTogether',
  'writtenShort',
  'parcel',
  'unknown',
] as const
export type NotMeCause = (typeof notMeCauses)[number]

/** How many 'Not about me' answers have one cause. */
export type NotMeCount = { cause: NotMeCause; days30: number; days365: number }
