import { type AlertType, type Criteria, parseCriteria, type MatchOptions } from '#shared/contract/alert.ts'
import { type TextColumns, textColumnNames, textColumns } from '#shared/domain/alert/alert-types.ts'
import { type ParcelMask, parseMask } from '#shared/matching/parcels/parcel.ts'
import type { FeedFormat } from '#shared/matching/public.ts'

/** The columns of an alert's match options. */
export const matchOptionColumns = [
  'nicknames',
  'sound_alikes',
  'typing_slips',
  'last_name_as_middle',
  'all_words',
  'exact_first_name',
  'possible',
] as const
/** This option leaves out records; each of the others finds more. */
export const optionForFewer = 'exact_first_name' satisfies (typeof matchOptionColumns)[number]
type MatchOptionColumn = (typeof matchOptionColumns)[number]
export type MatchOptionColumns = Record<Exclude<MatchOptionColumn, 'possible'>, boolean> & { possible: boolean | null }

/** The columns of an alert's criteria. */
export const criteriaColumns = ['alert_type', ...textColumnNames, ...matchOptionColumns] as const
export type CriteriaColumns = { alert_type: AlertType } & TextColumns & MatchOptionColumns

/** The match options of a stored alert. */
export const toMatchOptionsFromRow = (row: MatchOptionColumns): MatchOptions => ({
  nicknames: row.nicknames,
  soundAlikes: row.sound_alikes,
  typingSlips: row.typing_slips,
  formerName: row.last_name_as_middle,
  allWords: row.all_words,
  notByInitial: row.exact_first_name,
  possible: row.possible,
})

/** The criteria of a stored alert. */
export const criteriaFromRow = (row: CriteriaColumns): Criteria =>
  parseCriteria({
    alertType: row.alert_type,
    firstName: row.first_name,
    lastName: row.last_name,
    formerLastName: row.former_last_name,
    businessName: row.business_name,
    parcelId: row.parcel_id,
    variants: toMatchOptionsFromRow(row),
  })

/** The criteria of an alert to store. */
export const criteriaToRow = (criteria: Criteria): CriteriaColumns => ({
  alert_type: criteria.alertType,
  ...textColumns(criteria),
  nicknames: criteria.variants.nicknames,
  sound_alikes: criteria.variants.soundAlikes,
  typing_slips: criteria.variants.typingSlips,
  last_name_as_middle: criteria.variants.formerName,
  all_words: criteria.variants.allWords,
  exact_first_name: criteria.variants.notByInitial,
  possible: criteria.variants.possible,
})

/** The columns of a feed's format. */
export type FeedFormatColumns = {
  name_order: 'LAST_FIRST' | 'FIRST_LAST' | null
  name_width: number | null
  double_space_splits: boolean
  loses_leading_zeros: boolean
}

export function feedFormatFromRow(row: FeedFormatColumns): FeedFormat {
  return {
    nameOrder: row.name_order,
    nameWidth: row.name_width,
    doubleSpaceSplits: row.double_space_splits,
    losesLeadingZeros: row.loses_leading_zeros,
  }
}

/**
 * The county's parcel mask, from the text of the setting; null for null or ''. An invalid text counts as no mask: it
 * must not stop the matching of names.
 */
export function parseMaskOrNull(text: string | null): ParcelMask {
  try {
    return parseMask(text ?? '')
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
