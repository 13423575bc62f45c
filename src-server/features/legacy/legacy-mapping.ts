import { z } from 'zod'
import {
  type AlertType,
  type Criteria,
  type CriteriaField,
  criteriaFields,
  limits,
  noMatchOptions,
  parseCriteria,
  tooLong,
} from '#shared/contract/alert.ts'
import { messages } from '#shared/contract/messages.ts'
import { criteriaTexts, formatCriteria } from '#shared/domain/alert/alert-types.ts'
import { criteriaProblems } from '#shared/domain/alert/alert.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { isMatchable } from '#shared/matching/public.ts'
import type { LegacyAlert, LegacyEmail } from './legacy-source.ts'

/** The tables and columns of the legacy version, and their meaning here. */
export const legacyTables = {
  emails: { table: 'LNS1_EMAIL', county: 'county_code', columns: ['email_id', 'email_address', 'verified'] },
  alerts: {
    table: 'LNS1_ALERT',
    county: 'county_code',
    columns: ['alert_id', 'alert_type', 'first_name', 'last_name', 'business_name', 'parcel_id', 'email_id', 'status'],
  },
} as const

const legacyAlertTypes: Record<string, AlertType> = {
  NAME: 'NAME',
  PERSON: 'NAME',
  BUSINESS: 'BUSINESS',
  TRUST: 'BUSINESS',
  'BUSINESS/TRUST': 'BUSINESS',
  PARCEL: 'PARCEL_ID',
  PARCEL_ID: 'PARCEL_ID',
  'PARCEL ID': 'PARCEL_ID',
}
/** Pending becomes active, since imported addresses count as verified. */
const legacyStatuses: Record<string, 'A' | 'I'> = { A: 'A', P: 'A', I: 'I' }
const verifiedSigns = ['TRUE', 'T', 'Y', 'YES', '1']

/** Why a row is skipped, for the administrator. */
export const skipReasons = {
  noId: 'It has no number.',
  unreadable: 'It contains characters that we cannot read.',
  sameId: 'Another row has the same number.',
  badEmail: 'It is not an email address.',
  unknownType: 'We do not know this type of alert.',
  unknownStatus: 'We do not know this status.',
  noEmail: 'It has no email address.',
  emailNotThere: 'Its email address is missing, or was not imported.',
  sameAlert: 'The same alert to the same address already exists.',
} as const

const idLimit = 50

export type Mapped<T> = { taken: T } | { legacyId: string; reason: string }
export type MappedEmail = { legacyId: string; address: string; verified: boolean }
export type MappedAlert = Record<CriteriaField, string> & {
  legacyId: string
  legacyEmailId: string
  alertType: AlertType
  criteria: string
  name: string
  status: 'A' | 'I'
}

/** One line, without leading, trailing or double spaces. */
const normalizeSpace = (value: string | null): string => (value ?? '').replaceAll(/\s+/gu, ' ').trim()
// U+FFFD replaces what the database's encoding could not represent.
const unreadable = (text: string): boolean => /[\p{Cc}\u{FFFD}]/u.test(text) || !text.isWellFormed()

/** A row's number as listed, whatever its characters. */
const shownId = (id: string): string =>
  id === ''
    ? '—'
    : id
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, '?')
        .slice(0, idLimit)

/** The first fault that any kind of row may have, or undefined. */
function findCommonFault(id: string, texts: string[]): string | undefined {
  if (id === '') return skipReasons.noId
  if ([id, ...texts].some(unreadable)) return skipReasons.unreadable
  return id.length > idLimit ? `Its number is too long.` : undefined
}

/** Maps an address of the legacy version, or says why it is skipped. */
export function mapEmail(row: LegacyEmail): Mapped<MappedEmail> {
  const [legacyId, address] = [normalizeSpace(row.email_id), normalizeSpace(row.email_address)]
  const skip = (reason: string) => ({ legacyId: shownId(legacyId), reason })
  const fault = findCommonFault(legacyId, [address])
  if (fault) return skip(fault)
  if (address.length > limits.email) return skip(`The email address is too long: ${tooLong(limits.email)}`)
  if (!z.email().safeParse(address).success) return skip(skipReasons.badEmail)
  return { taken: { legacyId, address, verified: verifiedSigns.includes(normalizeSpace(row.verified).toUpperCase()) } }
}

const fieldLabels: Record<CriteriaField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  businessName: 'Business name',
  parcelId: 'Parcel ID',
}

const noTexts: Record<CriteriaField, string> = { firstName: '', lastName: '', businessName: '', parcelId: '' }

/**
 * Maps an alert of the legacy version, or says why it is skipped. It must pass the rules of a new alert: better to list
 * one that could never match than to import it.
 */
export function mapAlert(row: LegacyAlert, mask: ParcelMask): Mapped<MappedAlert> {
  const legacyId = normalizeSpace(row.alert_id)
  const legacyEmailId = normalizeSpace(row.email_id)
  const [firstName, lastName] = [normalizeSpace(row.first_name), normalizeSpace(row.last_name)]
  const [businessName, parcelId] = [normalizeSpace(row.business_name), normalizeSpace(row.parcel_id)]
  const skip = (reason: string) => ({ legacyId: shownId(legacyId), reason })

  const fault = findCommonFault(legacyId, [firstName, lastName, businessName, parcelId, legacyEmailId])
  if (fault) return skip(fault)
  const alertType = legacyAlertTypes[normalizeSpace(row.alert_type).toUpperCase()]
  if (!alertType) return skip(skipReasons.unknownType)
  const status = legacyStatuses[normalizeSpace(row.status).toUpperCase()]
  if (!status) return skip(skipReasons.unknownStatus)
  if (legacyEmailId === '') return skip(skipReasons.noEmail)

  const fields = { firstName, lastName, businessName, parcelId }
  // Texts of another type never took effect.
  const criteria = parseCriteria({ alertType, ...fields, formerLastName: '', variants: noMatchOptions })
  for (const field of criteriaFields[alertType])
    if (fields[field].length > limits[field]) return skip(`${fieldLabels[field]}: ${tooLong(limits[field])}`)
  const rules = { mask, isMatchable: (mapped: Criteria) => isMatchable(mapped, mask) }
  const problems = criteriaProblems(criteria, rules)
  for (const field of criteriaFields[alertType]) {
    const problem = problems[field]
    if (problem !== undefined)
      return skip(
        problem === messages.required ? `${fieldLabels[field]} is missing.` : `${fieldLabels[field]}: ${problem}`,
      )
  }
  const text = formatCriteria(criteria)
  return {
    taken: {
      legacyId,
      legacyEmailId,
      alertType,
      ...noTexts,
      ...criteriaTexts(criteria),
      criteria: text,
      // The legacy version had no nicknames.
      name: text.slice(0, limits.alertName).trimEnd(),
      status,
    },
  }
}
