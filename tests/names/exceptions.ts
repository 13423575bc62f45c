/** Names of the code that keep a word which docs/names.md refuses, for a reason given there. */
export const keptNames = [
  'looksWrong',
  'formerName',
  'earlierFormerName',
  'signInRequired',
  'sendAgain',
  'Lane',
  '_lane',
  'laneOf',
  'standingWords',
  'narrowing',
  'narrowed',
  'dismissFinding',
  'undoStop',
  'looksWrongCount',
  'looksWrongPage',
  'stopReason',
  'told',
  'countyTold',
  'possiblyTwice',
  'wouldBeTold',
  'whoTold',
  'migrationStanding',
  'spoilt',
]

/** Names that still have a refused word. Rename them: this list is to become empty. */
export const notYetRenamed: string[] = [
  'NoticeChangeTold',
  'former_name',
  'lane',
  'looks_wrong',
  'notice_change_told',
  'possibly_twice',
  'spoilt_parcels',
  'standing',
  'stop_reason',
  'told_at',
  'unsent_reason',
]

/** Exported functions of one name in several files: each means the same on its side. */
export const allowedTwins: Record<string, string> = {
  toDeliveryError: 'each provider turns its own errors into one',
  paragraph: 'of a page, and of an email',
  contactLine: 'of a page, and of a message',
  findProperties: 'the query, and its call from the registration form',
  logOut: 'the use case, and its call from the client',
  truncate: 'of a cell in a report, and of a line in a message',
  person: 'a person made for tests of each side',
}

/** Exported functions of one name that mean different things. Rename them: this list is to become empty. */
export const twinsToRename: string[] = []
