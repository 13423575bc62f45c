import { createHash } from 'node:crypto'
import { saveAlertKeys } from '#shared/node/alert-keys.queries.ts'
import { personalDigest } from '#shared/node/audit.queries.ts'
import type { Tx } from '#shared/node/db/client.ts'
import type { ParcelMask } from '#shared/matching/types.ts'
import { RULE_VERSION } from '#shared/matching/version.ts'
import type { Resident, ResidentAlert } from '../made-up/residents.ts'
import { insertRows, takeIds } from './insert-rows.ts'

type Written<T> = T & { id: number }
/** Residents and what is theirs, with the ids that they were given. */
export type WrittenResident = Written<
  Omit<Resident, 'emails' | 'phones' | 'alerts'> & {
    emails: Written<Resident['emails'][number]>[]
    phones: Written<Resident['phones'][number]>[]
    alerts: Written<ResidentAlert>[]
  }
>

/**
 * Accounts, addresses, numbers and alerts: what the lists show. Nobody can log in: there are no passwords. What triggers
 * keep (`in_use`, `told`) is written as they would find it, so that they find nothing to write.
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
  const idsOf = async (table: 'user' | 'email_address' | 'phone' | 'alert', things: unknown[]) =>
    (await takeIds(tx, table, things.length)).values()
  const ids = await idsOf('user', residents)
  const emailIds = await idsOf(
    'email_address',
    residents.flatMap(({ emails }) => emails),
  )
  const phoneIds = await idsOf(
    'phone',
    residents.flatMap(({ phones }) => phones),
  )
  const alertIds = await idsOf(
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
  const { watched, byText } = alert
  const person = watched.alertType === 'NAME' ? watched : null
  return {
    id: alert.id,
    user_id,
    name: alert.name,
    alert_type: watched.alertType,
    first_name: person?.firstName ?? '',
    last_name: person?.lastName ?? '',
    business_name: watched.alertType === 'BUSINESS' ? watched.businessName : '',
    parcel_id: watched.alertType === 'PARCEL_ID' ? watched.parcelId : '',
    criteria: alert.criteria,
    status: alert.status,
    all_words: watched.variants.allWords,
    told: emails.some(({ verified }) => verified) || (byText && phones.some(({ verified }) => verified)),
    rule_version: RULE_VERSION,
    created_at: alert.createdAt,
    updated_at: alert.createdAt,
  }
}

/** What records find the alerts by. */
export const writeKeys = (tx: Tx, residents: WrittenResident[], mask: ParcelMask): Promise<void> =>
  saveAlertKeys(
    tx,
    residents.flatMap(({ alerts }) => alerts.map(({ id, watched }) => ({ id, watched, mask }))),
  )

/** Documents that met alerts, and their notices, all delivered. */
export async function writeHistory(tx: Tx, residents: WrittenResident[], feedId: number): Promise<number> {
  const met = residents.flatMap((resident) =>
    resident.alerts.flatMap((alert) => (alert.metAt ? [{ resident, alert, at: alert.metAt }] : [])),
  )
  const eventIds = await takeIds(tx, 'event', met.length)
  const noticeIds = await takeIds(tx, 'notice', met.length)
  const rows = met.map(({ resident, alert, at }, index) => {
    const [event_id, notice_id] = [eventIds[index]!, noticeIds[index]!]
    const [user_id, target, recipient_id] = [resident.id, resident.emails[0]!.address, resident.emails[0]!.id]
    const told = { channel: 'EMAIL', recipient_id, target, user_id, event_id, revision: 1, created_at: at }
    const isParcel = alert.watched.alertType === 'PARCEL_ID'
    const match = {
      field: isParcel ? 'parcel' : 'party',
      fieldIndex: 0,
      role: isParcel ? '' : 'Grantor',
      alertRaw: alert.criteria,
      recordRaw: alert.criteria.toUpperCase(),
      byInitialOnly: false,
      otherLegalForm: false,
      variant: null,
      ruleVersion: RULE_VERSION,
      sentence: isParcel ? 'The parcel is the same.' : 'The name is the same.',
    }
    const documentId = `MADE-UP-${event_id}`
    return {
      event: {
        id: event_id,
        feed_id: feedId,
        document_id: documentId,
        revision: 1,
        content_hash: `\\x${createHash('sha256').update(documentId).digest('hex')}`,
        document_type: 'WD',
        document_description: 'Warranty deed',
        recorded_at: at,
        recorded_has_time: true,
        recorded_on: at,
        parties: isParcel ? [] : [{ role: 'Grantor', name: match.recordRaw }],
        parcels: isParcel ? [alert.criteria] : [],
        received_at: at,
      },
      match: { event_id, alert_id: alert.id, revision: 1, match, matched_at: at },
      notice: {
        ...told,
        id: notice_id,
        kind: 'match',
        template: 'match',
        owner_key: resident.id,
        data: {},
        state: 'delivered',
        accepted_at: at,
        ended_at: at,
      },
      history: { ...told, alert_id: alert.id, alert_name: alert.name, criteria: alert.criteria, match, notice_id },
    }
  })
  await insertRows(
    tx,
    'event',
    rows.map(({ event }) => event),
  )
  await insertRows(
    tx,
    'event_match',
    rows.map(({ match }) => match),
  )
  await insertRows(
    tx,
    'notice',
    rows.map(({ notice }) => notice),
  )
  const historyIds = await takeIds(tx, 'outgoing_event', rows.length)
  await insertRows(
    tx,
    'outgoing_event',
    rows.map(({ history }, index) => ({ id: historyIds[index]!, ...history })),
  )
  return rows.length
}

/** Who made the account and the alerts, as the audit log would have it; the worker chains the rows later. */
export async function writeAuditRows(tx: Tx, residents: WrittenResident[]): Promise<number> {
  const entries = residents.flatMap(({ id, username, createdAt, alerts }) => [
    { id, username, type: 'ACCOUNT', at: createdAt, description: 'The account was created.' },
    ...alerts.map(({ name, createdAt: at }) => ({
      id,
      username,
      type: 'ALERT',
      at,
      description: `Saved alert ${name}`,
    })),
  ])
  const ids = await takeIds(tx, 'audit_log', entries.length)
  const rows = entries.map(({ id: user, username, type, at, description }, index) => {
    const id = ids[index]!
    const salt = createHash('md5').update(`${username} ${index}`).digest()
    const personal = {
      actor_username: username,
      subject_username: username,
      description,
      old_value: null,
      new_value: null,
      address: '',
    }
    const digest = personalDigest(salt, personal).toString('hex')
    return {
      log: { id, at, type, actor_id: user, subject_user_id: user, personal_digest: `\\x${digest}` },
      personal: { audit_id: id, salt: `\\x${salt.toString('hex')}`, ...personal },
    }
  })
  await insertRows(
    tx,
    'audit_log',
    rows.map(({ log }) => log),
  )
  await insertRows(
    tx,
    'audit_personal',
    rows.map(({ personal }) => personal),
  )
  return rows.length
}
