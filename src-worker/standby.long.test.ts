import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { breakStandby } from '#tests/helpers/standby.ts'
import { startWorker } from './start.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())

const soon = { timeout: 60_000, interval: 20 }

test('resumes what a commit without its standby left open, and sends the notice', async () => {
  await setup.alert({ ownerId: await setup.user(), recipients: [{ target: 'jane@example.org' }] })
  await setup.event({ parties: ['NOBODY WATCHED'] })
  const worker = await startWorker(testEnv(setup.url), { pollMs: 100, deliveryClock: 1000 })
  const lost = await breakStandby(setup.ownerUrl, () => setup.rows('select 1'))
  try {
    await expect(setup.event()).rejects.toThrow() // The commit is there all the same, as is the worker's work on it.
    const waited = lost.countCanceledWaits()
    await expect.poll(() => lost.countCanceledWaits(), soon).toBeGreaterThan(waited + 3)
  } finally {
    await lost.restore()
  }
  try {
    await expect.poll(() => setup.history(), soon).toMatchObject([{ state: 'accepted', delivery: false }])
    // More than one only if the later ones say that they may be duplicates.
    const sent = await setup.rows<{ recipient: string }>('select recipient from outbox_message')
    expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(new Set(['jane@example.org']))
  } finally {
    await worker.stop()
  }
})
