import { panelAlertCount, panelAlertList } from '#server/features/alerts/list-panel-alerts.ts'
import { emailList, phoneList } from '#server/features/recipients/list-recipients.ts'
import { countRecipients } from '#server/features/recipients/panel-recipients.queries.ts'
import { userPage, userTotal } from '#server/features/users/list-users.ts'
import { userListInput } from '#shared/contract/user-manager.ts'
import { panelAlertFilter, panelRecipientFilter, toLimitOffset } from '#shared/contract/paging.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { benchEnv } from '../support/env.ts'
import type { Case } from './cases.ts'

/** A list as the server answers it: a page with its number, null where it must be counted by itself. */
export type Asked = {
  page(asked: Case): Promise<{ rows: number; total: number | null }>
  count(asked: Case): Promise<number>
}

const users = ({ filterText, statusType, page, found: { userId: accountId, ...ids } = {} }: Case) =>
  userListInput.parse({ filterText, statusType, page, accountId, ...ids })
const window = ({ page }: Case) => ({ ...toLimitOffset(page), exact: false })

/** The four lists of the control panel, asked as their pages ask, by an administrator who may not see everybody. */
export function askedLists(db: Db, databaseUrl: string): Record<'users' | 'alerts' | 'emails' | 'phones', Asked> {
  const asRole: Role = 'COUNTY'
  const deps = { db, env: benchEnv(databaseUrl) }
  const ctx = { db, user: { role: asRole } } as Parameters<typeof userPage>[0]
  const recipients = ({ filterText, statusType }: Case) => ({
    ...panelRecipientFilter.parse({ filterText, statusType }),
    asRole,
  })
  const alerts = ({ filterText, statusType, found }: Case) => ({
    ...panelAlertFilter.parse({ filterText, statusType, ...found }),
    asRole,
  })
  return {
    users: {
      page: async (asked) => {
        const { users: rows, total } = await userPage(ctx, users(asked))
        return { rows: rows.length, total }
      },
      count: (asked) => userTotal(ctx, users(asked)),
    },
    alerts: {
      page: async (asked) => {
        const { alerts: rows, total } = await panelAlertList(deps, alerts(asked), window(asked))
        return { rows: rows.length, total }
      },
      count: (asked) => panelAlertCount(deps, alerts(asked)),
    },
    emails: {
      page: async (asked) => {
        const { emailAddresses, total } = await emailList(deps, recipients(asked), window(asked))
        return { rows: emailAddresses.length, total }
      },
      count: (asked) => countRecipients(db, 'EMAIL', recipients(asked)),
    },
    phones: {
      page: async (asked) => {
        const { phones, total } = await phoneList(deps, recipients(asked), window(asked))
        return { rows: phones.length, total }
      },
      count: (asked) => countRecipients(db, 'PHONE', recipients(asked)),
    },
  }
}
