import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

/**
 * Waits until no notice is left to deliver; the last outcomes are stored shortly after the last message arrives.
 * @throws Error if some are left in the end
 */
export async function whenAllEnded(client: Client, withinMs = 30_000): Promise<void> {
  const end = Date.now() + withinMs
  for (;;) {
    const { rows } = await client.query<{ notices: number }>('select count(*) as notices from delivery')
    const left = rows[0]?.notices ?? 0
    if (left === 0) return
    if (Date.now() > end) throw new Error(`${left} notices did not end.`)
    await wait(10)
  }
}
