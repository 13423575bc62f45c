import { type Random, randomAt, weighted } from '#scripts/made-up/random.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { addressFor } from '../../bench/support/fill.ts'

/** A recipient of both alerts of a person. */
export type ComposedRecipient = {
  channel: Channel
  target: string
  isVerified: boolean
  /** Stopped before the run by a suppression, or by 'Stop this alert only'; or stopped during the run. */
  stop: 'none' | 'suppressed' | 'alert stopped' | 'during'
}

/** An owner of two alerts. */
export type Person = {
  ownerId: number
  kind: PersonKind
  recipients: ComposedRecipient[]
  /** The status of the account. */
  account: 'A' | 'L' | 'I'
  alerts: 'on' | 'off' | 'paused'
  /** What happens to this person during the run. */
  during: 'nothing' | 'writes STOP' | 'is deactivated' | 'bounces' | 'complains' | 'replies STOP' | 'is undeliverable'
}

type KindRow = {
  /** How many of a hundred owners are of this kind. */
  weight: number
  recipients: (ownerId: number) => ComposedRecipient[]
} & Partial<Pick<Person, 'account' | 'alerts' | 'during'>>

export const numberFor = (ownerId: number) => `+1612${5_550_000 + ownerId}`
const pairNumber = (ownerId: number) => (ownerId - 1) >> 1

const email =
  (more: Partial<ComposedRecipient> = {}) =>
  (ownerId: number) => [
    { channel: 'EMAIL' as const, target: addressFor(ownerId), isVerified: true, stop: 'none' as const, ...more },
  ]
const text =
  (more: Partial<ComposedRecipient> = {}) =>
  (ownerId: number) => [
    { channel: 'PHONE' as const, target: numberFor(ownerId), isVerified: true, stop: 'none' as const, ...more },
  ]

/** Every kind of owner that the promises distinguish. */
const kinds = {
  email: { weight: 23, recipients: email() },
  text: { weight: 23, recipients: text() },
  both: { weight: 7, recipients: (id) => [...email()(id), ...text()(id)] },
  // Two owners with one address: each gets a message of their own.
  household: {
    weight: 6,
    recipients: (id) => email({ target: `household${pairNumber(id)}@bench.example` })(id),
  },
  'locked out': { weight: 3, recipients: email(), account: 'L' },
  'unverified email': { weight: 4, recipients: email({ isVerified: false }) },
  'unverified number': { weight: 4, recipients: text({ isVerified: false }) },
  'unverified second email': {
    weight: 4,
    recipients: (id) => [...email()(id), ...email({ target: `second.of${id}@bench.example`, isVerified: false })(id)],
  },
  'suppressed email': { weight: 3, recipients: email({ stop: 'suppressed' }) },
  'suppressed number': { weight: 3, recipients: text({ stop: 'suppressed' }) },
  'stopped alerts': { weight: 2, recipients: email({ stop: 'alert stopped' }) },
  paused: { weight: 3, recipients: email(), alerts: 'paused' },
  'alerts off': { weight: 2, recipients: email(), alerts: 'off' },
  inactive: { weight: 3, recipients: email(), account: 'I' },
  'writes STOP': { weight: 4, recipients: text({ stop: 'during' }), during: 'writes STOP' },
  complains: { weight: 1, recipients: email({ stop: 'during' }), during: 'complains' },
  'replies STOP': { weight: 1, recipients: text({ stop: 'during' }), during: 'replies STOP' },
  'is undeliverable': { weight: 1, recipients: text({ stop: 'during' }), during: 'is undeliverable' },
  bounces: { weight: 2, recipients: email({ stop: 'during' }), during: 'bounces' },
  'is deactivated': { weight: 1, recipients: email({ stop: 'during' }), during: 'is deactivated' },
} as const satisfies Record<string, KindRow>

type PersonKind = keyof typeof kinds

const kindNames = Object.keys(kinds) as PersonKind[]
const rows: Record<PersonKind, KindRow> = kinds
const drawKind = weighted(kindNames.map((kind) => rows[kind].weight))
const drawn = (random: Random): PersonKind => kindNames[drawKind(random.next)] ?? 'email'

/** Seeds of one run are apart by more than any offset that the world adds to them. */
const peopleSeed = (seed: number) => seed + 51

/** The owner with this id: the same for the same seed. */
export function personAt(seed: number, ownerId: number): Person {
  const kind = kindAt(seed, ownerId)
  const { recipients, account = 'A', alerts = 'on', during = 'nothing' } = rows[kind]
  return { ownerId, kind, recipients: recipients(ownerId), account, alerts, during }
}

/** A household has two owners, so the first of a pair decides whether the pair is one. */
function kindAt(seed: number, ownerId: number): PersonKind {
  const first = drawn(randomAt(peopleSeed(seed), 2 * pairNumber(ownerId) + 1))
  if (first === 'household') return first
  if (ownerId % 2 === 1) return first
  const second = drawn(randomAt(peopleSeed(seed), ownerId))
  return second === 'household' ? 'email' : second
}
