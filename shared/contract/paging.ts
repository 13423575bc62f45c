import { z } from 'zod'
import { idInput } from './id.ts'

/** Rows of a page in every list (specification, section 9). */
export const pageSize = 10
/** Rows that a list answers where no page is asked for (decisions, section 2). */
const listLimit = 5000
/** Hits that a filtered list counts together with its rows; more are counted apart, and shown as counting until then. */
export const countedAtOnce = 10_000
/** Rows that a home card shows. */
export const cardSize = 10

/** From 1; absent for everything. */
export const pageInput = z.number().int().min(1).max(1_000_000).nullish()

export const windowOf = (page: number | null | undefined): { limit: number; offset: number } =>
  page ? { limit: pageSize, offset: (page - 1) * pageSize } : { limit: listLimit, offset: 0 }

export const textInput = z
  .string()
  .trim()
  .max(200)
  .nullish()
  .transform((text) => text || undefined)

/** What the lists of alerts are asked by. */
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

/** What the alert history is asked by. */
export const historyInput = z.strictObject({
  filterText: textInput,
  emailAddressId: idInput,
  phoneNumberId: idInput,
  page: pageInput,
})

/** Absent means true; false hides I, except where the status asks for it (decisions, section 13). */
const includeInactive = z
  .boolean()
  .nullish()
  .transform((on) => on ?? true)

/** What the control panel's list of alerts is asked by. */
export const panelAlertFilter = alertListInput.omit({ page: true }).extend({ userId: idInput, includeInactive })

/** What the control panel's lists of emails and phones are asked by. */
export const panelRecipientFilter = z.strictObject({
  filterText: textInput,
  statusType: z
    .enum(['ALL', 'A', 'I'])
    .nullish()
    .transform((status) => status ?? 'ALL'),
})
export const paged = { page: pageInput }
