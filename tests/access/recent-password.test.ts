import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { recentPasswordRules } from '#server/trpc/recent-password.ts'
import type { Role, UserStatus } from '#shared/contract/roles.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { settingsGroups, type SettingsKey } from '#shared/settings/groups.ts'
import { callEndpoint, endpointsFor } from './endpoints.ts'
import { makeCounty, makeOwner, type Target } from './records.ts'
import { type AccessWorld, browserFor, openWorld } from './world.ts'

// A browser was left open, and a stranger sits down at it: without the password they must not be able to get one, nor
// to silence a resident. The matrix walks the procedures that always ask for it, and those that never do; this table
// has those that ask for it in some cases.

type Conditional = {
  [name in keyof typeof recentPasswordRules]: (typeof recentPasswordRules)[name] extends 'always' ? never : name
}[keyof typeof recentPasswordRules]
type Records = { self: Target; other: Target; county: Target }
type Act = {
  who?: Role
  on?: Role
  status?: UserStatus
  input: (records: Records) => object
  rest?: 'value'
  unused?: true
}

const person = { firstName: 'Odalys', lastName: 'Fennimore' }
const wholePerson = {
  ...person,
  address: '12 Quarry Lane',
  city: 'Ashdale',
  state: 'MN',
  zip: '55101',
  phone: '(612) 555-0134',
}
const passwords = { password: 'WinterOrchard#7', passwordConfirm: 'WinterOrchard#7' }
let made = 0
const newcomer = (role: Role) => () => ({
  ...person,
  ...passwords,
  role,
  username: `sat.down.${++made}`,
  email: `sat.down.${made}@example.org`,
})
const setting = (key: SettingsKey, change: object): Act => ({
  who: 'TRIMIN',
  input: () => ({ value: { ...settingsGroups[key].initial, ...change } }),
  rest: 'value',
})
const correct = ({ phoneId, number }: Target) => ({
  channel: 'PHONE',
  id: phoneId,
  value: number.replace('+1612', '1651'),
  acknowledged: true,
})
const remove = ({ phoneId }: Target) => ({ channel: 'PHONE', id: phoneId })
const saved = (of: Target, address = of.address) => ({
  id: of.alertId,
  userId: of.userId,
  name: 'Barn',
  alertType: 'NAME',
  firstName: 'Wilma',
  lastName: 'Tester',
  alertEmailAddresses: [{ value: address, acknowledged: true }],
  alertPhones: [{ value: formatPhone(of.number), acknowledged: true }],
})
const toFeed = ({ feedId }: Target, feed: object) => ({ id: feedId, version: 1, feed })

const cases: Record<Conditional, { asks: Record<string, Act>; never: Record<string, Act> }> = {
  'currentUser.saveProfile': {
    asks: {
      "a resident's own new email": { who: 'USER', input: () => ({ ...wholePerson, email: 'another@example.org' }) },
      "staff's own new email": { input: () => ({ ...person, email: 'another@example.org' }) },
    },
    never: {
      'the same email': { who: 'USER', input: ({ self }) => ({ ...wholePerson, email: self.email }) },
    },
  },
  'userManager.saveUser': {
    asks: {
      'an own new email': { input: ({ self }) => ({ ...person, id: self.userId, email: 'another@example.org' }) },
      "a resident's new email": { input: ({ other }) => ({ ...person, id: other.userId, email: 'new@example.org' }) },
      'a resident made an administrator': {
        input: ({ other }) => ({ ...person, id: other.userId, email: other.email, role: 'COUNTY' }),
      },
      'an administrator demoted': {
        on: 'COUNTY',
        input: ({ other }) => ({ ...person, id: other.userId, email: other.email, role: 'USER' }),
      },
      'a new administrator': { input: newcomer('COUNTY') },
    },
    never: {
      'a new USER': { input: newcomer('USER') },
      'a new GUEST': { input: newcomer('GUEST') },
      'the same email in other letters': {
        on: 'COUNTY',
        input: ({ other }) => ({ ...person, id: other.userId, email: other.email.toUpperCase() }),
      },
    },
  },
  'userManager.sendRegistrationLink': {
    asks: {
      'a corrected email': {
        status: 'P',
        input: ({ other }) => ({ userId: other.userId, email: 'corrected@example.org' }),
      },
    },
    never: { 'the same email': { status: 'P', input: ({ other }) => ({ userId: other.userId, email: other.email }) } },
  },
  'userManager.userChangeStatusList': {
    asks: { 'a user deactivated': { input: ({ other }) => ({ userId: other.userId }) } },
    never: { 'a user activated': { status: 'I', input: ({ other }) => ({ userId: other.userId }) } },
  },
  'userManager.userChangeStatusSingle': {
    asks: { 'a user deactivated': { input: ({ other }) => ({ userId: other.userId }) } },
    never: { 'a locked user activated': { status: 'L', input: ({ other }) => ({ userId: other.userId }) } },
  },
  'controlPanel.saveAlert': {
    asks: {
      "a resident's email replaced": { input: ({ other }) => saved(other, 'replaced@example.org') },
      "a resident's phone taken out": { input: ({ other }) => ({ ...saved(other), alertPhones: [] }) },
    },
    never: {
      'the same recipients': { input: ({ other }) => saved(other) },
      'an own alert': { input: ({ self }) => saved(self, 'replaced@example.org') },
    },
  },
  'userView.recipientCorrect': {
    asks: { "a resident's phone": { input: ({ other }) => correct(other) } },
    never: { 'an own phone': { who: 'USER', input: ({ self }) => correct(self) } },
  },
  'userView.recipientRemove': {
    asks: { "a resident's phone": { unused: true, input: ({ other }) => remove(other) } },
    never: { 'an own phone': { who: 'USER', unused: true, input: ({ self }) => remove(self) } },
  },
  'controlPanel.countyConfig.common.save': {
    asks: {
      'the phone that residents call': setting('common', { contactPhone: '507 555 0142' }),
      'who reads reports': setting('common', { contactEmail: 'other@example.org' }),
    },
    never: { 'another field': setting('common', { appTitle: 'Deed Watch' }) },
  },
  'service.save': {
    asks: {
      'the second factor of administrators': setting('service', { totpForAdministrators: true }),
      'the flood guard': setting('service', { floodNoticesPerDay: 1 }),
      "the flood guard's age": setting('service', { floodRecordAgeDays: 1 }),
    },
    never: { 'another field': setting('service', { messageRetentionDays: 401 }) },
  },
  'controlPanel.countyConfig.alertSettings.save': {
    asks: { 'a type of alert turned off': setting('alertSettings', { nameAlert: false }) },
    never: { 'another field': setting('alertSettings', { numberOfEmails: 2 }) },
  },
  'feeds.save': {
    asks: {
      'another order of names': {
        who: 'TRIMIN',
        input: ({ county }) => toFeed(county, { name: `Read ${county.mark}`, nameOrder: 'LAST_FIRST' }),
      },
    },
    never: {
      'another name': { who: 'TRIMIN', input: ({ county }) => toFeed(county, { name: `Renamed ${county.mark}` }) },
    },
  },
}

let world: AccessWorld
beforeAll(async () => {
  world = await openWorld()
})
// Requiring a second factor would lock all administrators out.
afterEach(() => world.server.deps.db.deleteFrom('setting').execute())
afterAll(() => world.stop())

/** Everything that these acts may save. */
const readSaved = async () =>
  (
    await sql`select
      (select json_agg(u order by id) from
        (select id, role, status, email, pending_email, first_name, password_hash, version from "user") u) as users,
      (select json_agg(s order by key) from setting s) as settings, (select count(*) from notice) as notices,
      (select json_agg(f order by id) from (select id, name, name_order, version from feed) f) as feeds,
      (select json_agg(p order by id) from (select id, number from phone) p) as phones,
      (select json_agg(e order by id) from (select id, address from email_address) e) as emails,
      (select json_agg(a order by id) from (select id, name, version from alert) a) as alerts,
      (select json_agg(l order by alert_id) from alert_email l) as links_of_emails,
      (select json_agg(l order by alert_id) from alert_phone l) as links`.execute(world.server.deps.db)
  ).rows

async function prepare(procedure: string, { who = 'COUNTY', on = 'USER', status, input, rest, unused }: Act) {
  const { db } = world.server.deps
  await db.deleteFrom('throttle').execute()
  const records = { self: await makeOwner(world, who), other: await makeOwner(world, on), county: world.county }
  if (procedure.startsWith('feeds.')) records.county = await makeCounty(world)
  if (status) await db.updateTable('user').set({ status }).where('id', '=', records.other.userId).execute()
  if (unused)
    await db.deleteFrom('alert_phone').where('phone_id', 'in', [records.self.phoneId, records.other.phoneId]).execute()
  const body = input(records)
  const row = {
    cells: {} as never,
    input: () => body,
    ...(rest && { rest: (sent: Record<string, unknown>) => sent[rest] as object }),
  }
  const call = (token: string, door: ReturnType<typeof endpointsFor>[number]) =>
    callEndpoint(browserFor(world, token), { door, row }, records.other, world)
  return { ...records.self.tokens, call, doors: endpointsFor(procedure) }
}

const listed = (kind: 'asks' | 'never') =>
  Object.entries(cases).flatMap(([procedure, all]) =>
    Object.entries(all[kind]).map(([what, act]) => [procedure, what, act] as const),
  )

test.each(listed('asks'))('%s asks, saves nothing, and goes on: %s', async (procedure, _what, act) => {
  const { stale, fresh, call, doors } = await prepare(procedure, act)
  const before = await readSaved()
  for (const door of doors) expect([door.label, (await call(stale, door)).letter]).toEqual([door.label, 'L'])
  expect(await readSaved()).toEqual(before)
  expect((await call(fresh, doors[0] as (typeof doors)[number])).letter).toBe('done')
})

test.each(listed('never'))('%s never asks: %s', async (procedure, _what, act) => {
  const { stale, call, doors } = await prepare(procedure, act)
  expect((await call(stale, doors[0] as (typeof doors)[number])).letter).toBe('done')
})
