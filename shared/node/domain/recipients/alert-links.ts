import type { Channel } from '#shared/contract/alert.ts'

/** The tables that link alerts to the recipients of a channel, and their columns of the recipient. */
export const alertLinks = {
  EMAIL: ['alert_email', 'email_id'],
  PHONE: ['alert_phone', 'phone_id'],
} as const satisfies Record<Channel, readonly [table: string, column: string]>
