import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CodeDescription } from '#shared/contract/code-lists.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let owner: TestUser
let ownerBrowser: Browser
let county: Browser
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.deps
  owner = await makeUser(db, { username: 'maren.holt', firstName: 'Maren', lastName: 'Holt' })
  ownerBrowser = await logIn(server.app, owner)
  county = await logIn(server.app, await makeUser(db, { role: 'COUNTY', username: 'county.clerk' }))
  await db
    .insertInto('email_address')
    .values(['b@example.org', 'A@example.org'].map((address) => ({ owner_id: owner.id, address })))
    .execute()
  await db.insertInto('phone').values({ owner_id: owner.id, number: '+16125550134' }).execute()
})
afterAll(() => server.stop())

type LookUp = { codeDescriptionResultList: CodeDescription[] }
const users = async (browser: Browser, filterText?: string) => {
  const { body } = await browser.post<LookUp>('helperdata/userscodedescription', { filterText })
  return body.content.codeDescriptionResultList.map(({ description }) => description)
}

describe('POST helperdata/userscodedescription', () => {
  test('finds users by username, names and email; short texts match prefixes only', async () => {
    const found = ['maren.holt (Maren Holt)']
    for (const text of ['HOLT', 'ren.h', 'maren.holt@example', 'ma', 'ho'])
      expect(await users(county, text)).toEqual(found)
    for (const text of ['ol', '%%%', 'nobody']) expect(await users(county, text)).toEqual([])
    const answer = await county.post<LookUp>('helperdata/userscodedescription', { filterText: 'holt' })
    expect(answer.body).toMatchObject({
      ok: true,
      content: { codeDescriptionResultList: [{ code: String(owner.id), description: found[0] }] },
    })
  })

  test('returns the first 50', async () => {
    const rows = Array.from({ length: 55 }, (_, n) => ({ username: `crowd.${n}`, role: 'USER' as const }))
    await server.deps.db.insertInto('user').values(rows).execute()
    expect(await users(county, 'crowd')).toHaveLength(50)
    expect(await users(county)).toHaveLength(50)
  })
})

describe.each([
  ['useremailaddressescodedescription', ['A@example.org', 'b@example.org']],
  ['userphonenumberscodedescription', ['(612) 555-0134']],
])('POST helperdata/%s', (name, descriptions) => {
  const path = `helperdata/${name}`
  const listed = ({ body }: { body: { content: LookUp } }) => body.content.codeDescriptionResultList

  test("returns the caller's records, and those of users an administrator may see", async () => {
    for (const browser of [ownerBrowser, county]) {
      const list = listed(await browser.post<LookUp>(path, { userId: owner.id }))
      expect(list.map(({ description }) => description)).toEqual(descriptions)
      expect(list.every(({ code }) => /^\d+$/.test(code))).toBe(true)
    }
  })

  test('requires a user to be chosen first', async () => {
    for (const body of [{}, { userId: null }, { userId: '' }])
      expect((await county.post(path, body)).body).toMatchObject({
        ok: false,
        content: { fields: { userId: 'First select a User.' } },
      })
    expect((await county.post(path, { userId: 'x' })).status).toBe(400)
  })
})

describe('the code of a look-up result', () => {
  const codeOf = async (name: string) => {
    const { body } = await county.post<LookUp>(`helperdata/${name}`, { userId: owner.id })
    return body.content.codeDescriptionResultList[0]?.code ?? ''
  }

  test.each([
    ['userView/alerts', 'emailAddressId', 'useremailaddressescodedescription'],
    ['home/alertHistory', 'phoneNumberId', 'userphonenumberscodedescription'],
    ['userManager/users', 'emailAddressId', 'useremailaddressescodedescription'],
    ['controlPanel/alerts', 'phoneNumberId', 'userphonenumberscodedescription'],
  ])('is accepted as an id by %s', async (path, field, lookUp) => {
    const code = await codeOf(lookUp)
    expect(code).toMatch(/^\d+$/)
    expect((await county.post(path, { [field]: code })).body).toMatchObject({ ok: true })
    expect((await county.post(path, { [field]: 'x1' })).status).toBe(400)
  })

  test('identifies a user for an action, a save and another look-up', async () => {
    const userId = String(owner.id)
    expect((await county.post('helperdata/userphonenumberscodedescription', { userId })).body.ok).toBe(true)
    expect((await county.post('controlPanel/alerts', { userId })).body.ok).toBe(true)
    const alert = { userId, name: 'By code', alertType: 'NAME', firstName: 'Maren', lastName: 'Holt' }
    const emails = [
      { id: await codeOf('useremailaddressescodedescription'), value: 'A@example.org', acknowledged: true },
    ]
    const saved = await county.post<{ alerts: { id: number; userId: number }[] }>('controlPanel/alert', {
      ...alert,
      alertEmailAddresses: emails,
    })
    expect(saved.body.content.alerts).toMatchObject([{ userId: owner.id }])
    const alertId = String(saved.body.content.alerts[0]?.id)
    expect((await county.post('controlPanel/alertDelete', { alertId })).body.ok).toBe(true)
    expect((await county.post('userManager/userChangeStatusSingle', { userId })).body.ok).toBe(true)
    expect((await county.post('userManager/userChangeStatusSingle', { userId })).body.ok).toBe(true)
  })
})
