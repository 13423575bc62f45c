import type { AuditType } from '#shared/node/platform/database/types/audit.ts'
import { auditRows } from '#tests/helpers/audit.ts'
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
      auditRows(server.deps.db, { subject_user_id: user.id, actor_id: admin.id, type })
        .select(['description', 'old_value', 'new_value'])
        .execute(),
  }
}
