/** How the names are read, from the reading that comes closest to a match to the one that has nothing in common. */
export const personReasons = [
  'middleNames',
  'firstAsMiddle',
  'otherWayAround',
  'bothInLastName',
  'lastAsGiven',
  'firstNames',
  'otherPeople',
  'unreadName',
  'lastName',
] as const

/** Why the matching rule does not match a record with an alert. */
export const ruleReasons = [
  /** What the owner left out or switched off. */
  'leftOut',
  'initialsOff',
  'nicknamesOff',
  'soundAlikesOff',
  'typingSlipsOff',
  'lastNameAsMiddleOff',
  'allWordsOff',
  'possibleOff',
  ...personReasons,
  'businessWords',
  'businessName',
  'parcel',
] as const
export type RuleReason = (typeof ruleReasons)[number]

/** Why a resident got no notice of a record that the rule matches with an alert. */
export const serviceReasons = [
  /** It matched: a notice went out, or was kept back. */
  'notified',
  'skipped',
  /** It matched and is listed as 'Maybe about you'. */
  'listedAsPossible',
  'muted',
  /** The recorder withheld its content when it was matched. */
  'restricted',
  'paused',
  'inactive',
  /** It came before the alert was created. */
  'createdAfter',
  /** A parcel of the record could not be read. */
  'unreadParcel',
  /** The rule matches it today: the alert, the record or the rule has changed since it came. */
  'matchesNow',
] as const
export type ServiceReason = (typeof serviceReasons)[number]

export type WhyNot = RuleReason | ServiceReason
export const whyNotReasons = [...ruleReasons, ...serviceReasons] as const
