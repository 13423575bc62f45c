import { countPanelAlertList, readPanelAlerts } from '#server/features/alerts/list-panel-alerts.ts'
import { readEmailList, readPhoneList } from '#server/features/recipients/list-recipients.ts'
import { countRecipients } from '#server/features/recipients/panel-recipients.queries.ts'
import { readUserPage, countUserList } from '#server/features/users/list-users.ts'
import { panelAlertFilter, panelRecipientFilter, toLimitOffset } from '#shared/contract/paging.ts'
import type { Role } from '#shared/contract/roles.ts'
import { userListInput } from '#shared/contract/user-manager.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { benchEnv } from '../support/env.ts'
import type { Case } from './cases.ts'

/** A list page from the server; the count is null if it must be requested separately. */
export type ListAnswer = {
  page(asked: Case): Promise<{ rows: number; total: number | null }>
  count(asked: Case): Promise<number>
}

const users = ({ filterText, statusType, page, found: { userId: accountId, ...ids } = {} }: Case) =>
  userListInput.parse({ filterText, statusType, page, accountId, ...ids })
const window = ({ page }: Case) => ({ ...toLimitOffset(page), exact: false })

/** The control panel's four lists, queried as their pages do, by an administrator who may not see everyone. */
export function openListQueries(
  db: Db,
  databaseUrl: string,
): Record<'users' | 'alerts' | 'emails' | 'phones', ListAnswer> {
  const asRole: Role = 'COUNTY'
  const deps = { db, env: benchEnv(databaseUrl) }
  const actor = { role: asRole }
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
        const { users: rows, total } = await readUserPage(deps, actor, users(asked))
        return { rows: rows.length, total }
      },
      count: (asked) => countUserList(deps, actor, users(asked)),
    },
    alerts: {
      page: async (asked) => {
        const { alerts: rows, total } = await readPanelAlerts(deps, alerts(asked), window(asked))
        return { rows: rows.length, total }
      },
      count: (asked) => countPanelAlertList(deps, alerts(asked)),
    },
    emails: {
      page: async (asked) => {
        const { emailAddresses, total } = await readEmailList(deps, recipients(asked), window(asked))
        return { rows: emailAddresses.length, total }
      },
      count: (asked) => countRecipients(db, 'EMAIL', recipients(asked)),
    },
    phones: {
      page: async (asked) => {
        const { phones, total } = await readPhoneList(deps, recipients(asked), window(asked))
        return { rows: phones.length, total }
      },
      count: (asked) => countRecipients(db, 'PHONE', recipients(asked)),
    },
  }
}
