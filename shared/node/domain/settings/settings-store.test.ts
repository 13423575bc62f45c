import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { settingsStore, writeSetting } from './settings-store.queries.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())

test('a change is seen though the clock of this machine was set back', async () => {
  const store = settingsStore(connection.db, 20)
  const { userLockout } = await store.current()
  await writeSetting(connection.db, 'userLockout', { ...userLockout, lockoutInPlace: true }, null)
  const hourAgo = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
  try {
    await vi.waitFor(async () => expect((await store.current()).userLockout.lockoutInPlace).toBe(true), 60_000)
  } finally {
    hourAgo.mockRestore()
  }
})
