import { z } from 'zod'
import { idInput } from './id.ts'
import { listUpTo } from './list-up-to.ts'
import { messages } from './messages.ts'
import { visible } from './visible-text.ts'

export const alertTypes = { NAME: 'Person', BUSINESS: 'Business/Trust', PARCEL_ID: 'Parcel ID' } as const
export type AlertType = keyof typeof alertTypes
const alertTypeSchema = z.enum(['NAME', 'BUSINESS', 'PARCEL_ID'])

export const alertStatuses = { A: 'Active', I: 'Inactive', P: 'Pending' } as const
/** As shown; only A and I are stored. */
export type AlertStatus = keyof typeof alertStatuses

export const channels = ['EMAIL', 'PHONE'] as const
export type Channel = (typeof channels)[number]

/** Characters, at most (specification, section 5 and 9; decisions, section 5). */
export const limits = {
  alertName: 60,
  firstName: 30,
  lastName: 30,
  businessName: 150,
  parcelId: 50,
  email: 50,
  recipients: 5,
} as const

export const tooLong = (max: number): string => `${max} characters max.`

/** Recipients of one kind on one write; how many an alert may have is the county's to say. */
const maxSent = 20

// On a write, absent, null and '' are the same.
const optional = (schema: z.ZodString) => schema.nullish().transform((text) => text ?? '')
const short = (max: number) => z.string().trim().max(max, tooLong(max))
const trimmed = (max: number) => optional(short(max))
const named = (max: number) => optional(visible(short(max)))
const listOf = <T extends z.ZodType>(item: T) =>
  listUpTo(maxSent, z.array(item))
    .nullish()
    .transform((list) => list ?? [])
const offUnlessTrue = z
  .boolean()
  .nullish()
  .transform((on) => on ?? false)

/** A recipient on the wire. `saved` and `verified` are answered by the server and ignored on a write. */
const recipientInput = z.strictObject({
  id: idInput,
  value: trimmed(200),
  acknowledged: offUnlessTrue,
  saved: z.unknown().optional(),
  verified: z.unknown().optional(),
})
export type RecipientInput = z.infer<typeof recipientInput>

const variantsInput = z.strictObject({
  nicknames: offUnlessTrue,
  soundAlikes: offUnlessTrue,
  allWords: offUnlessTrue,
  notByInitial: offUnlessTrue,
})
/** Opt-ins of one alert, all off by default: three widen what it finds, `notByInitial` narrows it. */
export type Variants = z.infer<typeof variantsInput>
export const noVariants: Variants = { nicknames: false, soundAlikes: false, allWords: false, notByInitial: false }

/** What an alert watches: shape only; shared/domain/alert/alert.ts says what is required for its type and the settings. */
export const criteriaInput = z.strictObject({
  alertType: alertTypeSchema,
  firstName: named(limits.firstName),
  lastName: named(limits.lastName),
  businessName: named(limits.businessName),
  parcelId: named(limits.parcelId),
  variants: variantsInput.nullish().transform((variants) => variants ?? noVariants),
})
export type CriteriaInput = z.infer<typeof criteriaInput>

/** What an alert looks for, with only the fields of its type. `firstName` may include middle names: 'John Rick'. */
export type Criteria =
  | { alertType: 'NAME'; firstName: string; lastName: string; variants: Variants }
  | { alertType: 'BUSINESS'; businessName: string; variants: Variants }
  | { alertType: 'PARCEL_ID'; parcelId: string; variants: Variants }

const readOnly = z.unknown().optional()

/** An alert on its write (decisions, section 13). Fields that its own GET answers but nobody may write are let through and ignored. */
export const alertInput = criteriaInput.extend({
  id: idInput,
  userId: idInput,
  name: named(limits.alertName),
  // P is what the server shows; written, it means A.
  statusType: z
    .enum(['A', 'I', 'P'])
    .nullish()
    .transform((status): 'A' | 'I' => (status === 'I' ? 'I' : 'A')),
  pausedUntil: trimmed(10),
  alertEmailAddresses: listOf(recipientInput),
  alertPhones: listOf(recipientInput),
  username: readOnly,
  criteria: readOnly,
  criteriaType: readOnly,
  deliveryMethodStatus: readOnly,
  nothingSent: readOnly,
  emailAddressDTOs: readOnly,
  phoneDTOs: readOnly,
  // What the writer has seen, or nothing, where the last save wins.
  version: z.number().optional().catch(undefined),
})
export type AlertInput = z.infer<typeof alertInput>

/** What an alert is about to watch (shared/domain/alert/alert.ts criteriaOf); `except` is the alert itself, where it is saved. */
export const sameAlertInput = z.strictObject({
  alertType: alertTypeSchema,
  criteria: short(limits.businessName),
  except: z.number().int().optional(),
})

/** What one household watches, at most. */
const mostInHousehold = 10

/** New alerts of one household on one write; all of them tell the same recipients. */
export const householdInput = z.strictObject({
  alerts: listUpTo(
    mostInHousehold,
    z
      .array(criteriaInput.extend({ name: alertInput.shape.name.pipe(z.string().min(1, messages.required)) }))
      .min(1, messages.required),
  ),
  alertEmailAddresses: alertInput.shape.alertEmailAddresses,
  alertPhones: alertInput.shape.alertPhones,
})
export type HouseholdInput = z.infer<typeof householdInput>

/** A recipient as the server answers it. */
export type Recipient = { id: number; value: string; verified: boolean; acknowledged: boolean; saved: boolean }

/** An alert as the server answers it. */
export type AlertView = {
  id: number
  userId: number | null
  /** The owner's; absent for migrated alerts. */
  username?: string
  name: string
  alertType: AlertType
  firstName: string
  lastName: string
  businessName: string
  parcelId: string
  criteria: string
  criteriaType: string
  statusType: AlertStatus
  deliveryMethodStatus: 'VERIFIED' | 'PARTIAL' | 'UNVERIFIED'
  /** It reads active, but messages to each of its verified recipients are stopped. */
  nothingSent: boolean
  pausedUntil: string
  variants: Variants
  emailAddressDTOs: { emailAddress: string; verified: boolean }[]
  phoneDTOs: { phoneNumber: string; verified: boolean }[]
  alertEmailAddresses: Recipient[]
  alertPhones: Recipient[]
}

/** What a reader may say of a notice (decisions, section 8). */
export type NoticeAnswer = 'expected' | 'not-me' | 'wrong'

/** One row of the alert history (specification, section 3; the wire's spelling of documentIdentifer is kept). */
export type OutgoingEventView = {
  id: number
  alertName: string
  deliveredTimestampFormatted: string
  deliveryMethodType: Channel
  deliveryTarget: string
  combinedCriteria: string
  documentIdentifer: string
  incomingEventCombinedCriteria: string
  documentDescription: string
  recordedTimestampFormatted: string
  eventTimestampFormatted: string
  /** Why the record met the alert, in a sentence or two. */
  sentence: string
  /** Where the record can be seen, or ''. */
  documentUrl: string
  deliveryState: 'unsent' | 'held' | 'waiting' | 'in_doubt' | 'accepted' | 'delivered' | 'failed' | 'cancelled'
  /** Why it was not sent, or ''. */
  deliveryReason: string
  possiblyTwice: boolean
  /** What its reader said of it, else of another message of the same record; or null. */
  answer: NoticeAnswer | null
  /** Whom that other message went to, or ''. */
  answerTo: string
  /** The page where its owner answers it and that tells what to do, or '' where nothing was sent. */
  noticePath: string
}

/** What an alert would have matched among the records already held. */
export type AlertPreview = {
  /** Records of the last 12 months. Past `capped` hits it is a lower bound. */
  count: number
  capped: boolean
  /** More than 20 a year: the form warns and says how to narrow it. */
  tooMany: boolean
  records: PreviewRecord[]
  /** What each opt-in would add, where it applies to the type. */
  variantCounts: { nicknames?: number; soundAlikes?: number; allWords?: number; byInitial?: number }
}
export type PreviewRecord = {
  documentIdentifier: string
  documentDescription: string
  recordedTimestampFormatted: string
  /** The record's own words. */
  recordRaw: string
  sentence: string
}
