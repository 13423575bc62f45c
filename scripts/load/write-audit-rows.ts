import { createHash } from 'node:crypto'
import { personalDigest } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { insertRows, reserveIds } from './insert-rows.ts'
import type { WrittenResident } from './write-residents.ts'

/** Audit rows for creating the account and alerts; the worker chains them later. */
export async function writeAuditRows(tx: Tx, residents: WrittenResident[]): Promise<number> {
  const entries = residents.flatMap(({ id, username, createdAt, alerts }) => [
    { id, username, type: 'ACCOUNT', at: createdAt, description: 'Created the account.' },
    ...alerts.map(({ name, createdAt: at }) => ({
      id,
      username,
      type: 'ALERT',
      at,
      description: `Added the alert ${name}.`,
    })),
  ])
  const ids = await reserveIds(tx, 'audit_log', entries.length)
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
