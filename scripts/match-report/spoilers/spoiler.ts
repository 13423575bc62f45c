import type { Random } from '#scripts/made-up/random.ts'
import type { MatchOptions } from '#shared/contract/alert.ts'
import type { Party } from '#shared/contract/party.ts'
import type { FeedFormat } from '#shared/matching/public.ts'

/** An invented person: names drawn from the census, in capital letters. */
export type Someone = { first: string; middle: string; last: string }

/** A record with the name spoiled, how its feed writes names, and the match option that the alert needs to find it. */
type Spoiled = {
  party: Party
  feed?: Partial<FeedFormat>
  variants?: Partial<MatchOptions>
  /** The alert's person, if the spoiler needs its own. */
  person?: Someone
  /** The former last name that the alert gives, if any. */
  formerLast?: string
}

/**
 * One way in which feeds spoil a name. `isPromised`: the rule promises to match this one; otherwise the test only
 * checks that keys find everything that the rule matches.
 */
export type Spoiler = {
  name: string
  isPromised: boolean
  spoil: (person: Someone, other: Someone, random: Random) => Spoiled | null
}

export const index = ({ first, middle, last }: Someone) => `${last}, ${first} ${middle}`
export const spoken = ({ first, middle, last }: Someone) => `${first} ${middle} ${last}`
export const withInitial = ({ first, middle, last }: Someone) => ({ first, middle: middle.charAt(0), last })
export const named = (name: string, feed?: Partial<FeedFormat>): Spoiled => ({
  party: { name },
  ...(feed ? { feed } : {}),
})

type Write = (person: Someone, other: Someone, random: Random) => string
export const promised = (name: string, write: Write, feed?: Partial<FeedFormat>): Spoiler => ({
  name,
  isPromised: true,
  spoil: (person, other, random) => named(write(person, other, random), feed),
})
