import type { ServerDeps } from '#server/platform/deps.ts'
import type { Window } from '#server/platform/list-search.queries.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import {
  countRecipients,
  type EmailRow,
  emailRows,
  type PhoneRow,
  phoneRows,
  recordsOfAddresses,
  type RecipientFilter,
  type RecipientKind,
  recipientPage,
} from './panel-recipients.queries.ts'

/** An email address on the wire; the screens show `verified` as Migrated. */
export type EmailAddressView = {
  id: number
  emailAddress: string
  status: 'A' | 'I'
  /** Why it is suppressed, or ''. With '', status I means that no active alert uses it. */
  stopReason: SuppressionReason | ''
  verified: boolean
  /** Its owner verified it, so it gets notices. */
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

const toEmailView = (row: EmailRow): EmailAddressView => ({
  id: row.id,
  emailAddress: row.address,
  status: row.status,
  stopReason: row.suppression_reason ?? '',
  verified: row.migrated,
  confirmed: row.confirmed,
  alertCount: row.alert_count,
})

const toPhoneView =
  (zone: string) =>
  (row: PhoneRow): PhoneView => ({
    id: row.id,
    phoneNumber: row.number.replace('+', ''),
    phoneNumberFormatted: formatPhone(row.number),
    status: row.status,
    stopReason: row.suppression_reason ?? '',
    validated: row.validated_at !== null,
    validationTimestampFormatted: formatTime(row.validated_at, zone),
    validationAttempts: row.validation_attempts,
    verificationTimestampFormatted: formatTime(row.verified_at, zone),
    verificationAttempts: row.verification_attempts,
    alertCount: row.alert_count,
  })

/** The owner's id and username; null for a record that came from the legacy version. */
type Owned = { owner: { id: number; username: string } | null }
/** One address or number with the records of its owners: the first ones, and how many there are. */
export type AddressGroup<View> = { id: number; owners: number; records: (View & Owned)[] }

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

/** A page of the Emails list, one row for each owner's record. */
export async function readEmailList(
  deps: Deps,
  filter: RecipientFilter,
  asked: Asked,
): Promise<Counted & { emailAddresses: EmailAddressView[] }> {
  const { ids, counted } = await readPage(deps, 'EMAIL', filter, asked)
  const rows = await emailRows(deps.db, ids)
  return { emailAddresses: rows.map(toEmailView), ...counted }
}

/** A page of the Phones list, one row for each owner's record. */
export async function readPhoneList(
  deps: Deps,
  filter: RecipientFilter,
  asked: Asked,
): Promise<Counted & { phones: PhoneView[] }> {
  const { ids, counted } = await readPage(deps, 'PHONE', filter, asked)
  const rows = await phoneRows(deps.db, ids)
  return { phones: rows.map(toPhoneView(deps.env.COUNTY_TIME_ZONE)), ...counted }
}

type GroupFilter = Pick<RecipientFilter, 'asRole' | 'filterText'>
type OwnedRow = { id: number; owner_id: number | null; owner_name: string | null }

type GroupKind<Row, View> = {
  kind: RecipientKind
  readRows: (db: Deps['db'], ids: number[]) => Promise<Row[]>
  toView: (row: Row) => View
}

/** A page of addresses or numbers, each with the records of all owners whom the caller may see. */
async function readGroups<Row extends OwnedRow, View>(
  deps: Deps,
  filter: GroupFilter,
  asked: Asked,
  { kind, readRows, toView }: GroupKind<Row, View>,
): Promise<Counted & { groups: AddressGroup<View>[] }> {
  const { ids, counted } = await readPage(deps, kind, { ...filter, byAddress: true }, asked)
  const records = await recordsOfAddresses(deps.db, kind, ids, filter.asRole)
  const rows = await readRows(
    deps.db,
    [...records.values()].flatMap((same) => same.ids),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const groups = ids.flatMap((id): AddressGroup<View>[] => {
    const same = records.get(id)
    const found = same?.ids.flatMap((record) => byId.get(record) ?? []) ?? []
    // Another request may have removed it meanwhile.
    if (!same || found.length === 0) return []
    return [{ id, owners: same.owners, records: found.map((row) => ({ ...toView(row), owner: toOwner(row) })) }]
  })
  return { groups, ...counted }
}

const toOwner = ({ owner_id, owner_name }: OwnedRow): Owned['owner'] =>
  owner_id === null || owner_name === null ? null : { id: owner_id, username: owner_name }

/** A page of the Emails list, one row for each address. */
export const readEmailGroups = (deps: Deps, filter: GroupFilter, asked: Asked) =>
  readGroups(deps, filter, asked, { kind: 'EMAIL', readRows: emailRows, toView: toEmailView })

/** A page of the Phones list, one row for each number. */
export const readPhoneGroups = (deps: Deps, filter: GroupFilter, asked: Asked) =>
  readGroups(deps, filter, asked, {
    kind: 'PHONE',
    readRows: phoneRows,
    toView: toPhoneView(deps.env.COUNTY_TIME_ZONE),
  })
