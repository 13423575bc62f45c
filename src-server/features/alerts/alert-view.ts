import type { AlertView, Recipient } from '#shared/contract/alert-view.ts'
import { alertTypes } from '#shared/contract/alert.ts'
import { deliveryMethodStatus } from '#shared/domain/alert/alert.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { toMatchOptionsFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { AlertRow } from './alert.queries.ts'

const onWire = ({ id, verified, acknowledged }: AlertRow['emails'][number], value: string): Recipient => ({
  id,
  value,
  verified,
  acknowledged,
  saved: true,
})

/** A stored alert as the wire carries it. */
export function toAlertView(row: AlertRow): AlertView {
  const emails = row.emails.map((email) => onWire(email, email.value))
  const phones = row.phones.map((phone) => onWire(phone, formatPhone(phone.value)))
  const recipients = [...emails, ...phones]
  const verified = recipients.filter((recipient) => recipient.verified).length
  const isReached = [...row.emails, ...row.phones].some((recipient) => recipient.verified && !recipient.stopped)
  return {
    id: row.id,
    userId: row.user_id,
    ...(row.username === null ? {} : { username: row.username }),
    name: row.name,
    alertType: row.alert_type,
    firstName: row.first_name,
    lastName: row.last_name,
    formerLastName: row.former_last_name,
    businessName: row.business_name,
    parcelId: row.parcel_id,
    criteria: row.criteria,
    criteriaType: alertTypes[row.alert_type],
    statusType: row.display_status,
    deliveryMethodStatus: deliveryMethodStatus(verified, recipients.length),
    nothingSent: row.display_status === 'A' && !isReached,
    pausedUntil: dayToWire(row.current_pause),
    variants: toMatchOptionsFromRow(row),
    emailAddressDTOs: emails.map(({ value, verified }) => ({ emailAddress: value, verified })),
    phoneDTOs: phones.map(({ value, verified }) => ({ phoneNumber: value, verified })),
    alertEmailAddresses: emails,
    alertPhones: phones,
  }
}
