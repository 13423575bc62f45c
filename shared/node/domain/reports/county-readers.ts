import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { listReportStaff } from './report-mail.queries.ts'

/** `userId`: null for the county's contact. */
export type CountyReader = { email: string; userId: number | null; verified: boolean }

/** The readers of residents' reports: the county's contact and the chosen staff, each address once. */
export async function listCountyReaders(
  tx: Tx,
  { common, reports }: Pick<Settings, 'common' | 'reports'>,
): Promise<CountyReader[]> {
  const contact = common.contactEmail ? [{ email: common.contactEmail, userId: null, verified: true }] : []
  const chosen = await listReportStaff(tx, reports.staff)
  const all: CountyReader[] = [
    ...contact,
    ...chosen.map(({ id, email, verified }) => ({ email, userId: id, verified })),
  ]
  const byAddress = new Map<string, CountyReader>()
  for (const reader of all) {
    const key = reader.email.toLowerCase()
    if (!byAddress.has(key)) byAddress.set(key, reader)
  }
  return [...byAddress.values()]
}
