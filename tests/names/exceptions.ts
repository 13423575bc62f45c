/** Names of the code that keep a word which docs/names.md refuses, for a reason given there. */
export const keptNames = [
  'looksWrong',
  'formerName',
  'signInRequired',
  'sendAgain',
  'Lane',
  '_lane',
  'laneOf',
  'standingWords',
]

/** Names that still have a refused word. Rename them: this list is to become empty. */
export const notYetRenamed: string[] = []

/** Exported functions of one name in several files: each file has its own of the same kind. */
export const allowedTwins: Record<string, string> = {}

/** Exported functions of one name that mean different things. Rename them: this list is to become empty. */
export const twinsToRename: string[] = []
