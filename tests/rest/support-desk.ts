import type { AuditType } from '#shared/node/platform/database/types/audit.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

/** A server with an administrator logged in, and the audit rows about what they did to a user. */
export type SupportDesk = TestServer & {
  admin: TestUser
  browser: Browser
  audited(user: TestUser, type: AuditType): Promise<{ description: string; old_value: unknown; new_value: unknown }[]>
}

export async function setUpSupportDesk(): Promise<SupportDesk> {
  const server = await startTestServer()
  const admin = await makeUser(server.deps.db, { role: 'COUNTY' })
  return {
    ...server,
    admin,
    browser: await logIn(server.app, admin),
    audited: (user, type) =>
      server.deps.db
        .selectFrom('audit_log')
        .innerJoin('audit_personal', 'audit_id', 'audit_log.id')
        .where('subject_user_id', '=', user.id)
        .where('actor_id', '=', admin.id)
        .where('type', '=', type)
        .orderBy('audit_log.id')
        .select(['description', 'old_value', 'new_value'])
        .execute(),
  }
}
