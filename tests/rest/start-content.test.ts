import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import type { NamedContent } from '#server/features/content/start-content.ts'
import { lockoutHeader } from '#shared/contract/lockout-header.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Fields } from '#shared/settings/group.ts'
import { settingsGroups, settingsKeys, type SettingsValues, type StartKey } from '#shared/settings/groups.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { COUNTY_STATE_CODE: 'WI' } })
})
afterAll(() => server.stop())

type Items = { namedContentResultList: { name: string; baseContent: Record<string, unknown> }[] }
async function startContent(role: Role | null) {
  const browser = role ? await logIn(server.app, await makeUser(server.deps.db, { role })) : newBrowser(server.app)
  const { body } = await browser.get<Items>('helperdata/landnotification')
  const items = body.content.namedContentResultList
  return { names: items.map(({ name }) => name), of: Object.fromEntries(items.map((i) => [i.name, i.baseContent])) }
}
const all =
  'common alertSettings languages reports userAccess loginPageRegistration productProperties userTypes auditLogTypes userLockout'.split(
    ' ',
  )

test('anonymous callers get six items', async () => {
  const { names, of } = await startContent(null)
  expect(names).toEqual(all.filter((name) => !['reports', 'userAccess', 'userTypes', 'auditLogTypes'].includes(name)))
  expect(of.productProperties).toEqual({
    countyStateCode: 'WI',
    countyTimeZone: 'America/Chicago',
    textMessages: true,
    parcelMask: '',
    parcelHelpText: '',
    parcelHelpLink: '',
    parcelRoll: false,
    otherCountries: false,
    weeklyEmail: true,
    outbox: true,
  })
  expect(of.loginPageRegistration).toEqual({ selfRegistration: true, forgotPasswordLink: true })
  expect(of.alertSettings).not.toHaveProperty('maxValidationAttempts')
  expect(of.userLockout).toHaveProperty('lockoutInPlace', false)
})

test('residents get what their screens need, administrators get whole groups', async () => {
  const user = await startContent('USER')
  expect(user.names).toEqual(all)
  expect(user.of.userAccess).toEqual({ inactivityTimeLimit: true, inactivityTimeLimitPeriod: 30 })
  expect(user.of.loginPageRegistration).not.toHaveProperty('emailExpireIn')
  const staff = await startContent('COUNTY')
  expect(staff.names).toEqual(all)
  expect(staff.of.userAccess).toHaveProperty('maxloginAttempts', 5)
  expect(staff.of.loginPageRegistration).toHaveProperty('emailExpireIn', 4)
})

test.each([null, 'USER', 'GUEST', 'COUNTY'] as const)('%s gets the fields that the table gives them', async (role) => {
  const { of } = await startContent(role)
  const isAdmin = role === 'COUNTY'
  for (const key of settingsKeys) {
    const group = settingsGroups[key]
    const fields: Fields = group.fields
    if (!('atStart' in group)) {
      // Another item may take its name.
      expect([key, Object.keys(of[key] ?? {}).filter((name) => name in fields)]).toEqual([key, []])
      continue
    }
    const read = Object.entries(group.initial).filter(([name]) => {
      const readBy = fields[name]?.readBy
      return isAdmin || readBy === 'anyone' || (readBy === 'loggedIn' && role !== null)
    })
    const expected = read.length > 0 ? Object.fromEntries(read) : undefined
    expect([key, of[key]]).toEqual([key, expected])
  }
})

test('the type of the start content follows the table', () => {
  expectTypeOf<StartKey>().toEqualTypeOf<
    'common' | 'alertSettings' | 'languages' | 'userAccess' | 'loginPageRegistration' | 'userLockout'
  >()
  type Content<N> = Extract<NamedContent, { name: N }>['baseContent']
  expectTypeOf<Content<'loginPageRegistration'>>().toExtend<
    Pick<SettingsValues<'loginPageRegistration'>, 'selfRegistration' | 'forgotPasswordLink'>
  >()
  expectTypeOf<keyof Content<'userAccess'>>().toEqualTypeOf<'inactivityTimeLimit' | 'inactivityTimeLimitPeriod'>()
  expectTypeOf<Content<'userAccess'>['inactivityTimeLimit']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<keyof Content<'alertSettings'>>().not.toExtend<'maxValidationAttempts'>()
  expectTypeOf<Extract<NamedContent, { name: 'homeSelections' }>>().toBeNever()
})

test('code lists have their documented names', async () => {
  type Lists = { namedCodeDescriptionResultList: { name: string; codeDescriptionResults: { code: string }[] }[] }
  const { body } = await newBrowser(server.app).get<Lists>('helperdata/landnotificationcodedescription')
  const lists = body.content.namedCodeDescriptionResultList
  expect(lists.map(({ name }) => name)).toEqual(
    'states languages userTypes alertTypes statusTypes phoneFormatTypes auditLogTypes hours minutes amPm'.split(' '),
  )
  const codes = (name: string) =>
    lists.find((list) => list.name === name)?.codeDescriptionResults.map(({ code }) => code) ?? []
  expect(codes('languages')).toHaveLength(14)
  expect(codes('hours')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'])
  expect(codes('minutes')).toEqual(['00', '15', '30', '45', '59'])
  // 50 states, DC, five territories, three armed-forces codes and the empty option.
  expect(codes('states')).toHaveLength(60)
  expect(codes('states')[0]).toBe('')
})

test('the versions include a combined one for the footer', async () => {
  const { body } = await newBrowser(server.app).get('helperdata/productVersions')
  expect(body.content).toMatchObject({ combinedVersion: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/) as string })
})

test('the login page has its links, always twelve, its slides and its news', async () => {
  const browser = newBrowser(server.app)
  const links = await browser.get<{ paragraphs: unknown[] }>('auth/loginPageLinks')
  expect(links.body.content.paragraphs).toHaveLength(12)
  expect((await browser.get('auth/loginPageSlides')).body.content).toEqual({ numberOfSlides: 1 })
  expect((await browser.get('auth/loginPageLatestNews')).body.content).toEqual({ paragraphs: [] })
})

test('every response states the current lockout, including the refusal of an ended session', async () => {
  const clerk = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
  const resident = await logIn(server.app, await makeUser(server.deps.db))
  const lockOut = async (lockoutInPlace: boolean, messageHeadline: string) => {
    const lockout = { lockoutInPlace, messageHeadline, messageLogin: 'Closed.' }
    expect(await clerk.post('controlPanel/countyConfig/userLockout', lockout)).toMatchObject({ body: { ok: true } })
  }
  const said = async () => {
    const { headers, statusCode } = await resident.inject({ url: '/trpc/currentUser.loginStatus' })
    return [statusCode, headers[lockoutHeader]]
  }
  expect(await said()).toEqual([200, 'off'])
  await lockOut(true, '정오에 닫습니다.')
  const [, first] = await said()
  expect(first).toMatch(/^[\w-]{16}$/)
  await lockOut(true, 'Closing at one.')
  await clerk.post('controlPanel/countyConfig/endUserSessions')
  const [status, second] = await said()
  expect([status, second === first]).toEqual([403, false])
  expect(second).toMatch(/^[\w-]{16}$/)
  await lockOut(false, 'Closing at one.')
  expect(await said()).toEqual([403, 'off'])
})
