import type { Db } from '#shared/node/platform/database/client.ts'
import type { AuditType } from '#shared/node/platform/database/types/audit.ts'

/** A query of the audit log with its personal part, oldest rows first; all rows without a filter. */
export const auditRows = (db: Db, filter: { subject_user_id?: number; actor_id?: number; type?: AuditType } = {}) =>
  db
    .selectFrom('audit_log')
    .innerJoin('audit_personal', 'audit_id', 'audit_log.id')
    .where((eb) => eb.and(filter))
    .orderBy('audit_log.id')
