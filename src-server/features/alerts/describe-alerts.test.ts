import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertsInput } from '#shared/contract/several-alerts.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { savingDeps } from '#tests/fixtures/saving-deps.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { useRoll } from '#tests/helpers/roll.ts'
import { readAlertPage } from './list-alerts.ts'
import { readPanelAlerts } from './list-panel-alerts.ts'
import { saveAlerts } from './save-alerts.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())

test('a parcel alert shows address and legal description of its property if the roll knows them', async () => {
  const { db } = connection
  const owner = await makeUser(db)
  const recipients = { alertEmailAddresses: [{ value: owner.email, acknowledged: true }] }
  const alerts = [
    { name: 'House', alertType: 'PARCEL_ID', parcelId: '17 03 123 045' },
    { name: 'Lot', alertType: 'PARCEL_ID', parcelId: '17-03-999-999' },
    { name: 'Me', alertType: 'NAME', firstName: 'Thessaly', lastName: 'Brandvold' },
  ].map((alert) => ({ ...alert, ...recipients }))
  const deps = savingDeps(db, [])
  await saveAlerts(deps, { ...owner, address: '' }, alertsInput.parse({ alerts }).alerts)
  const read = async () => {
    const own = await readAlertPage(deps, { userId: owner.id })
    const filter = { userId: owner.id, asRole: 'COUNTY' as const }
    const panel = await readPanelAlerts(deps, filter, { limit: 10, offset: 0, exact: false })
    return [own, panel].map((list) =>
      list.alerts.map(({ property, legalDescription }) => [property, legalDescription].filter(Boolean).join(' · ')),
    )
  }

  expect(await read()).toEqual([
    ['', '', ''],
    ['', '', ''],
  ])
  await useRoll(db, [
    {
      parcelId: '17-03-123-045',
      address: '412 LARKSPUR LN',
      legalDescription: 'LOT 4\nBLK 2',
      ownerName: 'BRANDVOLD THESSALY',
    },
  ])
  expect(await read()).toEqual([
    ['412 LARKSPUR LN · LOT 4 BLK 2', '', ''],
    ['412 LARKSPUR LN · LOT 4 BLK 2', '', ''],
  ])
})
