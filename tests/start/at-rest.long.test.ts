import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { startWorker } from '#worker/start.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { startTestServer } from '#tests/helpers/server.ts'

/** Every minute the worker looks for what was left behind, so a whole minute counts. */
const seconds = 60
const maxPerSecond = 4

afterEach(() => vi.restoreAllMocks())

test('one server and one worker at rest make at most four statements a second', async () => {
  const server = await startTestServer()
  // pg-boss's maintenance comes every ten minutes, not in every minute that is counted.
  await withClient(server.database.ownerUrl, (owner) => owner.query('update pgboss.queue set maintain_on = now()'))
  const worker = await startWorker(testEnv(server.database.appUrl))
  try {
    const asked = vi.spyOn(Client.prototype, 'query')
    // After what a start does once.
    await wait(3_000)
    asked.mockClear()
    await wait(seconds * 1000)
    const texts = asked.mock.calls.map(([query]) => {
      const text = typeof query === 'string' ? query : (query as { text?: string }).text
      return String(text).replaceAll(/\s+/g, ' ').slice(0, 120)
    })
    const often = Object.entries(Object.groupBy(texts, (text) => text))
      .map(([text, all]) => `${all?.length} × ${text}`)
      .toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))
    expect(texts.length, often.slice(0, 25).join('\n')).toBeLessThanOrEqual(maxPerSecond * seconds)
    expect(texts.length, 'something was counted').toBeGreaterThan(seconds / 2)
  } finally {
    await worker.stop()
    await server.stop()
  }
}, 120_000)
