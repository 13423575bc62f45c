import type { Channel } from '#shared/contract/alert.ts'

/**
 * The table of the addresses or numbers of owners, its column with the address as written, and its column that is
 * unique for an owner; and the column of a ticket that refers to the row.
 */
export const recipientTables = {
  EMAIL: { table: 'email_address', target: 'address', key: 'address_key', ticket: 'email_id' },
  PHONE: { table: 'phone', target: 'number', key: 'number', ticket: 'phone_id' },
} as const satisfies Record<Channel, object>
