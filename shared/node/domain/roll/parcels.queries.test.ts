import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { useRoll } from '#tests/helpers/roll.ts'
import { findPropertiesByParcel } from './parcels.queries.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())
const line = (parcelId: string) => ({
  parcelId,
  address: `${parcelId} ELM ST`,
  city: 'ROSEFIELD',
  zip: '55012',
  legalDescription: 'LOT 4',
  ownerName: 'TESTER WILMA',
})
const find = async (...ids: string[]) =>
  [...(await findPropertiesByParcel(connection.db, ids))].map(([given, { parcelId }]) => [given, parcelId])

describe('properties by parcel', () => {
  test('are empty without a roll, or without parcels', async () => {
    expect(await find('17-03-200-011')).toEqual([])
    expect(await find()).toEqual([])
  })

  test('are found in any form of the mask, under the id as asked, without their owners', async () => {
    await useRoll(connection.db, ['17-03-200-011', '17-03-200-012', '5-1-1-1'].map(line), '2-2-3-3')
    expect(await find('17-3-200-11', '1703200012', '17 03 200 011', '99-99-999-999', '', '?')).toEqual([
      ['17-3-200-11', '17-03-200-011'],
      ['1703200012', '17-03-200-012'],
      ['17 03 200 011', '17-03-200-011'],
    ])
    expect(await find('05-01-001-001')).toEqual([['05-01-001-001', '5-1-1-1']])
    expect((await findPropertiesByParcel(connection.db, ['17-03-200-011'])).get('17-03-200-011')).toEqual({
      parcelId: '17-03-200-011',
      address: '17-03-200-011 ELM ST',
      city: 'ROSEFIELD',
      zip: '55012',
      legalDescription: 'LOT 4',
    })
  })

  test('are compared part by part without a mask', async () => {
    await useRoll(connection.db, ['1-212-425', '1-2124-25'].map(line))
    expect(await find('1-2124-25', '1 212 425')).toEqual([
      ['1-2124-25', '1-2124-25'],
      ['1 212 425', '1-212-425'],
    ])
  })
})

describe('the partitions of a version', () => {
  const call = (what: 'prepare_roll' | 'finish_roll' | 'drop_roll', id: number) =>
    sql`select ${sql.raw(what)}(${id})`.execute(connection.db)
  const setState = (id: number, state: 'loading' | 'removed' | 'former' | 'current') =>
    connection.db.updateTable('roll').set({ state }).where('id', '=', id).execute()
  const countParcels = async (id: number) => {
    const { count } = await connection.db
      .selectFrom('parcel')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('roll_id', '=', id)
      .executeTakeFirstOrThrow()
    return count
  }

  test('cannot be dropped while the version is in use or may be used again, or be filled again', async () => {
    const id = await useRoll(connection.db, [line('1')])
    for (const state of ['current', 'former'] as const) {
      await setState(id, state)
      await expect(call('drop_roll', id)).rejects.toThrow('is still needed')
      await expect(call('prepare_roll', id)).rejects.toThrow('is not loading')
      await expect(call('finish_roll', id)).rejects.toThrow('is not loading')
    }
    expect(await countParcels(id)).toBe(1)
    await setState(id, 'removed')
    await call('drop_roll', id)
    await call('drop_roll', id)
    expect(await countParcels(id)).toBe(0)
  })

  test('are emptied when a load starts over', async () => {
    const id = await useRoll(connection.db, [line('1'), line('2')])
    await setState(id, 'loading')
    await call('prepare_roll', id)
    expect(await countParcels(id)).toBe(0)
    await call('finish_roll', id)
    await setState(id, 'removed')
  })

  test('stay when a former version is used again', async () => {
    const former = await useRoll(connection.db, [line('1')])
    const later = await useRoll(connection.db, [line('2')])
    expect(await find('1', '2')).toEqual([['2', '2']])
    await setState(later, 'former')
    await setState(former, 'current')
    expect(await find('1', '2')).toEqual([['1', '1']])
  })
})
