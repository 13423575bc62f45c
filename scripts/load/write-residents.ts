import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { RULE_VERSION } from '#shared/matching/public.ts'
import { saveAlertKeys } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { criteriaToRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Resident, ResidentAlert } from '../made-up/residents.ts'
import { insertRows, reserveIds } from './insert-rows.ts'

type Written<T> = T & { id: number }
/** Residents and their data, with their ids. */
export type WrittenResident = Written<
  Omit<Resident, 'emails' | 'phones' | 'alerts'> & {
    emails: Written<Resident['emails'][number]>[]
    phones: Written<Resident['phones'][number]>[]
    alerts: Written<ResidentAlert>[]
  }
>

/**
 * Accounts, addresses, numbers and alerts, as the lists show them. None can log in: there are no passwords. Columns
 * that triggers maintain (`in_use`, `told`) are written with the triggers' values, so that the triggers have nothing to
 * write.
 */
export async function writeLists(tx: Tx, residents: Resident[]): Promise<WrittenResident[]> {
  const given = await giveIds(tx, residents)
  await insertRows(
    tx,
    'user',
    given.map((resident) => ({
      id: resident.id,
      username: resident.username,
      role: resident.role,
      status: resident.status,
      first_name: resident.firstName,
      last_name: resident.lastName,
      company: resident.company,
      address: `${resident.id % 9999} Lantern St`,
      city: resident.city,
      state: 'MN',
      zip: resident.zip,
      email: resident.emails[0]?.address ?? '',
      phone: resident.phones[0]?.number ?? '',
      created_at: resident.createdAt,
      last_active_at: resident.createdAt,
    })),
  )
  await insertRows(
    tx,
    'email_address',
    given.flatMap(({ id: owner_id, createdAt, emails, alerts }) => {
      const in_use = alerts.some(({ status }) => status === 'A')
      return emails.map(({ id, address, verified }) => ({
        id,
        owner_id,
        address,
        verified_at: verified ? createdAt : null,
        in_use,
      }))
    }),
  )
  await insertRows(
    tx,
    'phone',
    given.flatMap(({ id: owner_id, createdAt, phones, alerts }) => {
      const in_use = alerts.some(({ status, byText }) => status === 'A' && byText)
      return phones.map(({ id, number, verified }) => {
        const at = verified ? createdAt : null
        return { id, owner_id, number, validated_at: at, verified_at: at, in_use }
      })
    }),
  )
  await insertRows(
    tx,
    'alert',
    given.flatMap((resident) => resident.alerts.map((alert) => alertRow(resident, alert))),
  )
  await insertRows(
    tx,
    'alert_email',
    given.flatMap(({ alerts, emails }) =>
      alerts.flatMap(({ id }) => emails.map((email, place) => link(id, { email_id: email.id }, place))),
    ),
  )
  await insertRows(
    tx,
    'alert_phone',
    given.flatMap(({ alerts, phones }) =>
      alerts
        .filter(({ byText }) => byText)
        .flatMap(({ id }) => phones.map((phone, place) => link(id, { phone_id: phone.id }, place))),
    ),
  )
  return given
}

async function giveIds(tx: Tx, residents: Resident[]): Promise<WrittenResident[]> {
  const readIds = async (table: 'user' | 'email_address' | 'phone' | 'alert', things: unknown[]) =>
    (await reserveIds(tx, table, things.length)).values()
  const ids = await readIds('user', residents)
  const emailIds = await readIds(
    'email_address',
    residents.flatMap(({ emails }) => emails),
  )
  const phoneIds = await readIds(
    'phone',
    residents.flatMap(({ phones }) => phones),
  )
  const alertIds = await readIds(
    'alert',
    residents.flatMap(({ alerts }) => alerts),
  )
  return withIds(ids, residents).map((resident) => ({
    ...resident,
    emails: withIds(emailIds, resident.emails),
    phones: withIds(phoneIds, resident.phones),
    alerts: withIds(alertIds, resident.alerts),
  }))
}

const withIds = <T>(ids: Iterator<number>, things: T[]): Written<T>[] =>
  things.map((thing) => ({ ...thing, id: ids.next().value as number }))

const link = (alert_id: number, to: { email_id: number } | { phone_id: number }, position: number) => ({
  alert_id,
  ...to,
  position,
  acknowledged: true,
})

function alertRow({ id: user_id, emails, phones }: WrittenResident, alert: Written<ResidentAlert>) {
  const { criteria, byText } = alert
  return {
    id: alert.id,
    user_id,
    name: alert.name,
    ...criteriaToRow(criteria),
    criteria: alert.criteriaText,
    status: alert.status,
    told: emails.some(({ verified }) => verified) || (byText && phones.some(({ verified }) => verified)),
    rule_version: RULE_VERSION,
    created_at: alert.createdAt,
    updated_at: alert.createdAt,
  }
}

/** Keys by which records find the alerts. */
export const writeKeys = (tx: Tx, residents: WrittenResident[], mask: ParcelMask): Promise<void> =>
  saveAlertKeys(
    tx,
    residents.flatMap(({ alerts }) => alerts.map(({ id, criteria }) => ({ id, criteria, mask }))),
  )
