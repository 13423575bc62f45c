import { formatTime } from '#shared/domain/dates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Window } from '#server/platform/list-search.queries.ts'
import {
  countRecipients,
  emailRows,
  phoneRows,
  type RecipientFilter,
  type RecipientKind,
  recipientPage,
} from './panel-recipients.queries.ts'

/** An email address on the wire; the screens show `verified` as Migrated (specification, section 3). */
export type EmailAddressView = {
  id: number
  emailAddress: string
  status: 'A' | 'I'
  /** Why it is suppressed, or ''; then I means that no active alert uses it. */
  stopReason: SuppressionReason | ''
  verified: boolean
  /** Verified by its owner, so it gets notices. */
  confirmed: boolean
  alertCount: number
}

export type PhoneView = {
  id: number
  phoneNumber: string
  phoneNumberFormatted: string
  status: 'A' | 'I'
  stopReason: SuppressionReason | ''
  validated: boolean
  validationTimestampFormatted: string
  validationAttempts: number
  verificationTimestampFormatted: string
  verificationAttempts: number
  alertCount: number
}

type Deps = Pick<ServerDeps, 'db' | 'env'>
type Asked = Window & { exact: boolean }
/** `total` is null if there are too many to count with the page. */
type Counted = { total: number | null }

async function readPage(
  { db }: Deps,
  kind: RecipientKind,
  filter: RecipientFilter,
  asked: Asked,
): Promise<{ ids: number[]; counted: Counted }> {
  const { ids, total } = await recipientPage(db, kind, filter, asked)
  return { ids, counted: { total: total ?? (asked.exact ? await countRecipients(db, kind, filter) : null) } }
}

export async function readEmailList(
  deps: Deps,
  filter: RecipientFilter,
  asked: Asked,
): Promise<Counted & { emailAddresses: EmailAddressView[] }> {
  const { ids, counted } = await readPage(deps, 'EMAIL', filter, asked)
  const rows = await emailRows(deps.db, ids)
  const emailAddresses = rows.map(
    ({ id, address, migrated, confirmed, status, stop_reason, alert_count }): EmailAddressView => ({
      id,
      emailAddress: address,
      status,
      stopReason: stop_reason ?? '',
      verified: migrated,
      confirmed,
      alertCount: alert_count,
    }),
  )
  return { emailAddresses, ...counted }
}

export async function readPhoneList(
  deps: Deps,
  filter: RecipientFilter,
  asked: Asked,
): Promise<Counted & { phones: PhoneView[] }> {
  const { ids, counted } = await readPage(deps, 'PHONE', filter, asked)
  const rows = await phoneRows(deps.db, ids)
  const zone = deps.env.COUNTY_TIME_ZONE
  const phones = rows.map((row): PhoneView => ({
    id: row.id,
    phoneNumber: row.number.replace('+', ''),
    phoneNumberFormatted: formatPhone(row.number),
    status: row.status,
    stopReason: row.stop_reason ?? '',
    validated: row.validated_at !== null,
    validationTimestampFormatted: formatTime(row.validated_at, zone),
    validationAttempts: row.validation_attempts,
    verificationTimestampFormatted: formatTime(row.verified_at, zone),
    verificationAttempts: row.verification_attempts,
    alertCount: row.alert_count,
  }))
  return { phones, ...counted }
}
