import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recentPasswordRules } from '#server/trpc/recent-password.ts'
import { roles } from '#shared/contract/roles.ts'
import { procedures } from '#tests/helpers/procedures.ts'
import { type Row, savedGroups, showProcedureOf } from './cells.ts'
import { callEndpoint, type Endpoint, endpointsFor, listInputNames, isProven } from './endpoints.ts'
import { plainRoutes } from './expected/routes.ts'
import { table } from './expected/table.ts'
import { makeCounty, makeOwner, nobody, type Target } from './records.ts'
import { type Caller, type Relation, toRole } from './relations.ts'
import { type AccessWorld, browserFor, fingerprint, openWorld } from './world.ts'

/**
 * The access matrix: expected answers are written by hand in expected/, from the specification. The code below only
 * calls every procedure over tRPC and each of its REST paths, and reports missing or superfluous cells.
 */
const callers: readonly Caller[] = [null, ...roles]

let world: AccessWorld
beforeAll(async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  world = await openWorld(
    {
      SENDGRID_WEBHOOK_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      TWILIO_AUTH_TOKEN: 'token of tests',
    },
    // Only the calls change settings, and the server then reads them again.
    { settingsMaxAgeMs: 600_000 },
  )
  const browser = browserFor(world, world.callers.FOREVER.tokens.fresh)
  for (const group of [...savedGroups, 'service', 'reports'])
    world.settings[group] = (await browser.query<{ content: object }>(showProcedureOf(group))).data.content
})
afterAll(() => world.stop())

describe('the table has exactly the required cells', () => {
  test('for every procedure', () => {
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(procedures).toSorted())
  })

  test('procedures that always ask for a password of the last 10 minutes are marked', () => {
    const always = Object.entries(recentPasswordRules).flatMap(([name, when]) => (when === 'always' ? [name] : []))
    const walked = Object.entries(table).flatMap(([name, { fresh }]) => (fresh && fresh !== 'sometimes' ? [name] : []))
    expect(walked.toSorted()).toEqual(always.toSorted())
  })

  test.each(Object.entries(table))('%s: one answer for each of the six callers', (_name, { cells }) => {
    // cspell:ignore RLFM
    for (const line of Object.values(cells)) expect(line).toMatch(/^[+0RLFM-]( [+0RLFM-]){5}$/)
  })

  // Input fields that identify a record need cells for what the caller may see.
  const naming = /^(id|token|ticket|(user|account|alert|recipient|emailAddress|phoneNumber|notice|session|feed|run)Id)$/
  test.each(Object.keys(procedures))('%s: rows for each owner if its input names a record', (name) => {
    const named = listInputNames(name).filter((key) => naming.test(key))
    const cells = Object.keys(table[name]?.cells ?? {})
    if (named.length > 0)
      expect([
        ['own', 'managed', 'unmanaged', 'missing'],
        ['present', 'missing'],
      ]).toContainEqual(cells)
  })

  test('dashes appear only where the roles allow no such record', () => {
    const dashes = { own: '-.....', managed: '-...--', unmanaged: '.-....', missing: '......' }
    for (const [name, { cells }] of Object.entries(table))
      for (const [relation, line] of Object.entries(cells)) {
        const expected = dashes[relation as keyof typeof dashes] ?? '......'
        expect([name, relation, line.replaceAll(' ', '').replaceAll(/[^-]/g, '.')]).toEqual([name, relation, expected])
      }
  })
})

test.each(Object.entries(plainRoutes))('%s gets the same answer with and without a session', async (route, own) => {
  const [method, path] = route.split(' ') as ['GET' | 'POST', string]
  if (!world.server.app.routeTable.includes(route)) return expect(route).toBe('GET /*')
  for (const caller of callers) {
    const browser = browserFor(world, caller && world.callers[caller].tokens.fresh)
    const { statusCode } = await browser.inject({ method, url: path, ...own.call })
    expect([caller, statusCode]).toEqual([caller, own.without])
  }
})

/** What no refused call has changed so far; calls that are done may. */
let seen: Record<string, string> | undefined

describe.each(Object.entries(table))('%s', (name, row) => {
  afterEach(() => world.server.deps.pool.query(`update session_epoch set end_users_ended_at = '-infinity'`))

  test.each(endpointsFor(name))('$label', async (door) => {
    await world.server.deps.db.deleteFrom('throttle').execute()
    seen ??= await fingerprint(world)
    const refused = await askAll(row, door, (expected) => expected !== '+')
    expect(await fingerprint(world)).toEqual(seen)
    const done = await askAll(row, door, (expected) => expected === '+')
    if (door.changes) seen = undefined
    expect(merged(refused, done)).toEqual(row.cells)
  })

  if (row.fresh && row.fresh !== 'sometimes')
    test('asks for a password entered in the last 10 minutes', async () => {
      seen ??= await fingerprint(world)
      for (const door of endpointsFor(name)) {
        const wanted = staleLine(row)
        const given = await Promise.all(
          callers.map(async (caller, index) => {
            // Callers who need no second password are covered above.
            if ('-+'.includes(wanted[index * 2] ?? '')) return wanted[index * 2]
            const self = caller ? world.callers[caller] : nobody
            const browser = browserFor(world, caller && self.tokens.stale)
            return (await callEndpoint(browser, { door, row }, caller ? self : world.others.USER, world)).letter
          }),
        )
        expect([door.label, given.join(' ')]).toEqual([door.label, wanted])
      }
      expect(await fingerprint(world)).toEqual(seen)
    })
})

/** The lines with the cells that are wanted; '?' for the rest. */
async function askAll(
  row: Row,
  door: Endpoint,
  wanted: (expected: string) => boolean,
): Promise<Record<string, string>> {
  const asked = Object.entries(row.cells).flatMap(([relation, line]: [string, string]) =>
    callers.map((caller, index) => ({ relation: relation as Relation, caller, expected: line[index * 2] as string })),
  )
  const letter = async (one: Cell) => (one.expected === '-' ? '-' : wanted(one.expected) ? cell(row, door, one) : '?')
  const given: string[] = []
  const atOnce = row.slow ? 2 : asked.length
  for (let from = 0; from < asked.length; from += atOnce)
    given.push(...(await Promise.all(asked.slice(from, from + atOnce).map(letter))))
  return Object.fromEntries(
    Object.keys(row.cells).map((relation, index) => [relation, given.slice(index * 6, index * 6 + 6).join(' ')]),
  )
}

const merged = (first: Record<string, string>, second: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(first).map(([relation, line]) => [
      relation,
      [...line].map((letter, index) => (letter === '?' ? second[relation]?.[index] : letter)).join(''),
    ]),
  )

/** A row's line for a password entered an hour ago. */
const staleLine = ({ cells, fresh }: Row): string =>
  typeof fresh === 'string' ? fresh : (Object.values(cells)[0] as string).replaceAll(/[+R]/g, 'L')

type Cell = { relation: Relation; caller: Caller; expected: string }

/** Makes one call and returns the letter of its answer. */
async function cell(row: Row, door: Endpoint, { relation, caller, expected }: Cell): Promise<string> {
  const lasting = lastingTarget(relation, caller)
  // Calls that should succeed and change something, or need a prepared record, get a disposable one.
  const throwAway = expected === '+' && relation !== 'all' && (door.changes || row.arrange !== undefined)
  const target = throwAway ? await makeDisposable(door, relation, caller) : lasting
  if (throwAway) await row.arrange?.(target, world)
  const isSelf = relation === 'own' || relation === 'self'
  const self = caller && (isSelf ? target : world.callers[caller])
  // Calls that do not ask for the password again must work without it.
  const needed =
    row.fresh === 'sometimes' || (row.fresh !== undefined && staleLine(row)[callers.indexOf(caller) * 2] !== '+')
  const browser = browserFor(world, self && (needed ? self.tokens.fresh : self.tokens.stale))
  const answer = await callEndpoint(browser, { door, row }, target, world)
  if (answer.letter !== 'done') return answer.letter
  if (door.files && !door.rest) return expected
  return (await isProven(answer, row, relation === 'all' ? null : target, world)) ? '+' : '0'
}

function lastingTarget(relation: Relation, caller: Caller): Target {
  if (relation === 'present') return world.county
  if (relation === 'missing' || relation === 'all') return nobody
  if (relation === 'own' || relation === 'self') return caller ? world.callers[caller] : nobody
  return world.others[toRole(relation, caller)]
}

/** The county's, unless a ticket assigns it to someone. */
const makeDisposable = (door: Endpoint, relation: Relation, caller: Caller): Promise<Target> =>
  relation === 'present' && !door.procedure.startsWith('auth.')
    ? makeCounty(world)
    : makeOwner(world, toRole(relation, caller))
