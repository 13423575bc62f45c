import type { Channel } from '#shared/contract/alert.ts'

/**
 * The table of the addresses or numbers of owners, its column that holds one as written, and the one that is unique for
 * an owner; and the column of a ticket that names the record.
 */
export const recipientTables = {
  EMAIL: { table: 'email_address', target: 'address', key: 'address_key', ticket: 'email_id' },
  PHONE: { table: 'phone', target: 'number', key: 'number', ticket: 'phone_id' },
} as const satisfies Record<Channel, object>
