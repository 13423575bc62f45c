import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DeliveryError, type Transport } from '#shared/node/providers/common/transport.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { fillDisk } from '#tests/helpers/full-disk.ts'
import { startDelivery } from './loop.ts'

let setup: DeliverySetup
let owner: Client
beforeAll(async () => {
  setup = await openDeliverySetup()
  owner = new Client({ connectionString: setup.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await setup.close()
})

const EMAIL: Transport = {
  name: 'test',
  inDoubtWaitMs: 0,
  close: async () => {},
  send: async () => {
    throw new DeliveryError('refused', 'The mail server answered 550.', { suppress: 'bounce' })
  },
}

test('keeps a bounce until the database can store it', async () => {
  const { noticeId } = await setup.match()
  const disk = await fillDisk(owner, 'suppression')
  const deps = setup.deps()
  let failures = 0
  const log: typeof deps.log = {
    ...deps.log,
    error: (event) => void (event === 'delivery.suppression_not_recorded' && failures++),
  }
  const loop = startDelivery({ ...deps, log }, { EMAIL, PHONE: null })
  try {
    await setup.until('the database refused it', async () => failures > 0)
    await disk.heal()
    await setup.until('the notice ended', async () => !(await setup.notice(noticeId)).delivery)
  } finally {
    await loop.stop()
  }
  const { state, attempts, target } = await setup.notice(noticeId)
  expect({ state, attempts }).toEqual({ state: 'failed', attempts: ['refused'] })
  // Its owner is notified at another address, which bounces too.
  const stored = await setup.rows('select reason from suppression where target = $1', [target])
  expect(stored).toEqual([{ reason: 'bounce' }])
})
