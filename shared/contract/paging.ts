import { z } from 'zod'
import { idInput } from './id.ts'

/** Rows per page in every list. */
export const pageSize = 10
/** Rows that a list returns without a page number. */
const listLimit = 5000
/** A filtered list counts up to this many matches together with its rows; a separate call counts more. */
export const maxCountedWithRows = 10_000
/** Rows that a home card shows. */
export const cardSize = 10

/** From 1; absent for all rows. */
export const pageInput = z.number().int().min(1).max(1_000_000).nullish()

export const toLimitOffset = (page: number | null | undefined): { limit: number; offset: number } =>
  page ? { limit: pageSize, offset: (page - 1) * pageSize } : { limit: listLimit, offset: 0 }

export const textInput = z
  .string()
  .trim()
  .max(200)
  .nullish()
  .transform((text) => text || undefined)

/** Filters of the lists of alerts. */
export const alertListInput = z.strictObject({
  filterText: textInput,
  statusType: z
    .enum(['ALL', 'A', 'I', 'P'])
    .nullish()
    .transform((status) => status ?? 'ALL'),
  emailAddressId: idInput,
  phoneNumberId: idInput,
  page: pageInput,
})

/** Filters of the alert history. */
export const historyInput = z.strictObject({
  filterText: textInput,
  emailAddressId: idInput,
  phoneNumberId: idInput,
  page: pageInput,
})

/**
 * Filters of the history by record. `lastRowId` of the first page keeps the later pages unchanged while new records
 * arrive.
 */
export const recordHistoryInput = historyInput.extend({ lastRowId: z.number().int().min(0).nullish() })

/** Absent means true; false hides status I unless the status filter requests it. */
const includeInactive = z
  .boolean()
  .nullish()
  .transform((on) => on ?? true)

/**
 * Filters of the control panel's list of alerts. `everyOwner`: alerts that use the address or number behind the id, in
 * any owner's record of it; for the screens, which group those records.
 */
export const panelAlertFilter = alertListInput
  .omit({ page: true })
  .extend({ userId: idInput, includeInactive, everyOwner: z.boolean().optional() })

/** Filters of the control panel's lists of emails and phones. */
export const panelRecipientFilter = z.strictObject({
  filterText: textInput,
  statusType: z
    .enum(['ALL', 'A', 'I'])
    .nullish()
    .transform((status) => status ?? 'ALL'),
})
export const paged = { page: pageInput }
