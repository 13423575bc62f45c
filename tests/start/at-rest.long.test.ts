import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { testEnv } from '#tests/helpers/environment.ts'
import { startTestServer } from '#tests/helpers/server.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { startWorker } from '#worker/start.ts'

const maxPerSecond = 4
/** No loop looks for work less often. */
const seconds = 30

afterEach(() => vi.restoreAllMocks())

test('one server and one worker at rest make at most four statements a second', async () => {
  const server = await startTestServer()
  const asOwner = (text: string) => withClient(server.database.ownerUrl, (owner) => owner.query(text))
  // pg-boss's maintenance runs every ten minutes, and the sweep every minute, so it is counted separately.
  await asOwner('update pgboss.queue set maintain_on = now()')
  const worker = await startWorker(testEnv(server.database.appUrl))
  const asked = vi.spyOn(Client.prototype, 'query')
  const texts = () =>
    asked.mock.calls.map(([query]) => {
      const text = typeof query === 'string' ? query : (query as { text?: string }).text
      return String(text).replaceAll(/\s+/g, ' ').trim().slice(0, 120)
    })
  try {
    await asOwner('delete from pgboss.schedule')
    const isQuiet = async () =>
      (await asOwner(`select from pgboss.job where state < 'completed' limit 1`)).rowCount === 0
    await expect.poll(isQuiet, { timeout: 60_000 }).toBe(true)
    await wait(2_000)
    asked.mockClear()
    await wait(seconds * 1000)
    const atRest = texts()

    asked.mockClear()
    await server.deps.enqueue(null, 'sweep', {})
    await expect
      .poll(() => texts().some((text) => text.startsWith('delete from feed_day')), { timeout: 60_000 })
      .toBe(true)
    await expect.poll(isQuiet, { timeout: 60_000 }).toBe(true)
    const sweep = texts()

    const inMinute = (atRest.length * 60) / seconds + sweep.length
    const often = Object.entries(Object.groupBy(atRest, (text) => text))
      .map(([text, all]) => `${all?.length} × ${text}`)
      .toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))
    const seen = `${atRest.length} in ${seconds} s, ${sweep.length} of a sweep\n${often.join('\n')}`
    expect(inMinute, seen).toBeLessThanOrEqual(maxPerSecond * 60)
    expect(atRest.length, 'something was counted').toBeGreaterThan(seconds / 2)
  } finally {
    await worker.stop()
    await server.stop()
  }
}, 240_000)
