import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { maxProviderFailures } from '#shared/domain/monitoring/health.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/**
 * Whether a provider is known to fail. If no worker has heard from it for a while, one may find out with a single call.
 * @param silentMs how long it must have been silent, and the minimum time between two such calls
 */
export async function askForProbe(
  db: Db,
  channel: Channel,
  silentMs: number,
): Promise<{ isFailing: boolean; mayProbe: boolean }> {
  const { rows } = await sql<{ isFailing: boolean; mayProbe: boolean }>`
    with probed as (
      update provider_state set probed_at = now()
      where channel = ${channel} and failed_in_a_row >= ${maxProviderFailures}
        and greatest(last_failed_at, probed_at) < now() - ${silentMs} * interval '1 ms'
      returning channel)
    select failed_in_a_row >= ${maxProviderFailures} as "isFailing", exists (select from probed) as "mayProbe"
    from provider_state where channel = ${channel}`.execute(db)
  return rows[0] ?? { isFailing: false, mayProbe: false }
}
