import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { settingsStore, writeSetting } from './settings-store.queries.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())

test('sees a change within two seconds, even if the clock of this machine was set back', async () => {
  const store = settingsStore(connection.db)
  const { userLockout } = await store.current()
  await writeSetting(connection.db, 'userLockout', { ...userLockout, lockoutInPlace: true }, null)
  const inTwoSeconds = performance.now() + 2_000
  vi.spyOn(performance, 'now').mockReturnValue(inTwoSeconds)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await store.current()).userLockout.lockoutInPlace).toBe(true)
})
