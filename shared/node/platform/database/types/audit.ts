import type { Generated } from 'kysely'
import type { Id, JsonOrNull, Now } from './columns.ts'

export type AuditType =
  | 'LOGIN'
  | 'LOGIN_REFUSED'
  | 'REFUSED'
  | 'LOGOUT'
  | 'ACCOUNT'
  | 'PASSWORD'
  | 'ALERT'
  | 'RECIPIENT'
  | 'SETTING'
  | 'LOCKOUT'
  | 'PURGE'
  | 'EXPORT'
  | 'FEED'
  | 'MIGRATION'
  | 'NOTICE'
  | 'SUPPRESSION'

type AuditLog = {
  id: Id
  at: Now
  type: AuditType
  actor_id: number | null
  subject_user_id: number | null
  personal_digest: Buffer
}

type AuditPersonal = {
  audit_id: number
  salt: Buffer
  actor_username: Generated<string>
  subject_username: Generated<string>
  description: Generated<string>
  old_value: JsonOrNull<unknown>
  new_value: JsonOrNull<unknown>
  address: Generated<string>
}

type AuditChain = {
  position: number
  audit_id: number | null
  kind: Generated<'row' | 'checkpoint'>
  digest: Buffer
  previous: Buffer
  hash: Buffer
  chained_at: Now
  /** For a checkpoint: the last purged position, and its hash. */
  purged_through: Generated<number | null>
  purged_hash: Generated<Buffer | null>
}

export type AuditTables = {
  audit_log: AuditLog
  audit_personal: AuditPersonal
  audit_chain: AuditChain
}
