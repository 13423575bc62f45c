import type { Channel } from '#shared/contract/alert.ts'

/** The tables of the recipients of alerts, and the column that names the recipient. */
export const alertLinks = {
  EMAIL: ['alert_email', 'email_id'],
  PHONE: ['alert_phone', 'phone_id'],
} as const satisfies Record<Channel, readonly [table: string, column: string]>
