import { sql } from 'kysely'
import { randomAt } from '#scripts/made-up/random.ts'
import { createLegacyDatabase, fillLegacy, type LegacyDatabase } from '#tests/helpers/legacy.ts'
import { callOnce, type Run } from './call-once.ts'
import { arrangements, findMigration, lastArrangements, type Scene, toMigration } from './calls/arrangements.ts'
import type { Call, Caller } from './calls/call.ts'
import { type Door, isServed, procedureDoors } from './calls/doors.ts'
import { makeFeedCall, makeFeedKey } from './calls/feed-calls.ts'
import { makePeople } from './calls/people.ts'
import { makePlainCall, plainDoors } from './calls/plain-calls.ts'
import { headersFor, type Lane, makeProcedureCall, toRequest } from './calls/procedure-calls.ts'

/** Those that are likely to be served first. */
const order: readonly Caller[] = ['FOREVER', 'TRIMIN', 'COUNTY', 'USER', 'GUEST', 'anonymous', 'feed']

/** An endpoint that was done too seldom, and what it answered last to a call that should be done. */
export type Missing = { door: string; done: number; last: string }

/**
 * Calls each endpoint that was done less often than the floor with valid inputs, one call after another, until it is.
 * @param last those that change the whole database, which come after all checks of it; otherwise the others
 * @returns endpoints that still were not
 */
export async function completeDoors(run: Run, { floor, last }: { floor: number; last: boolean }): Promise<Missing[]> {
  const { caller, only } = run.options
  const callers = order.filter((one) => caller === undefined || one === caller)
  const missing: Missing[] = []
  const legacy = last ? await openLegacy(run) : null
  const isWanted = (name: string) => only === undefined || name.includes(only)
  try {
    for (const door of procedureDoors) {
      const served = callers.find((one) => isServed(door, one))
      if (!served || !isWanted(door.name) || door.procedure in lastArrangements !== last) continue
      await complete(run, door.name, {
        floor,
        missing,
        make: (place) => makeDoorCall(run, served, door, { place, legacy }),
      })
    }
    if (!last)
      for (const [name, { by }] of Object.entries(plainDoors)) {
        const served = callers.find((one) => by?.includes(one) ?? one !== 'feed')
        if (!served || !isWanted(name)) continue
        await complete(run, name, { floor, missing, make: (place) => makePlain(run, served, name, place) })
      }
  } finally {
    await legacy?.drop()
  }
  return missing
}

const count = (run: Run, name: string) => run.tally.doors.get(name) ?? { done: 0, last: 'never called' }

/** Even of one call that lacks, several may be refused. */
const minTries = 10

/** Calls until the floor is reached; a few calls may be refused for what calls before them did. */
async function complete(
  run: Run,
  name: string,
  { floor, missing, make }: { floor: number; missing: Missing[]; make: (place: number) => Promise<Call> },
): Promise<void> {
  const tries = Math.max(minTries, 2 * (floor - count(run, name).done))
  for (let place = 0; place < tries && count(run, name).done < floor; place++) {
    if (place % 10 === 0) await run.world.calm()
    await callOnce(run, await make(place))
  }
  const { done, last } = count(run, name)
  if (done < floor) missing.push({ door: name, done, last })
}

const laneOf = async ({ world }: Run, caller: Caller, place: number): Promise<Lane> => ({
  caller,
  people: await makePeople(world.records, caller),
  address: `10.200.${place % 250}.9`,
})

async function makeDoorCall(
  run: Run,
  caller: Caller,
  door: Door,
  { place, legacy }: { place: number; legacy: LegacyDatabase | null },
): Promise<Call> {
  const { records } = run.world
  // What it wipes must not be what we make.
  if (legacy) await findMigration(records)
  const lane = await laneOf(run, caller, place)
  const random = randomAt(run.options.seed, 999_000_000 + place)
  const arrange = arrangements[door.procedure] ?? lastArrangements[door.procedure]
  if (!arrange) return makeProcedureCall(records, lane, { door, kind: 'valid', random })
  const fields = legacy?.fields ?? { databaseAddress: '', databaseName: '', username: '', password: '' }
  const request = (target: Door, input: object) =>
    toRequest(target, input, { valid: input, headers: headersFor(lane, lane.people.self, random, true) })
  const migrating = procedureDoors.find(({ procedure }) => procedure.endsWith('migrateLandNotificationOneAlerts'))
  const scene: Scene = {
    records,
    ...lane.people,
    legacy: fields,
    migrate: async () => migrating && run.sender.send({ request: request(migrating, toMigration(records, fields)) }),
  }
  const input = await arrange(scene)
  return { caller, door: door.name, kind: 'valid', request: request(door, input), mayShow: null }
}

async function makePlain(run: Run, caller: Caller, name: string, place: number): Promise<Call> {
  const random = randomAt(run.options.seed, 998_000_000 + place)
  if (caller === 'feed') return makeFeedCall(await makeFeedKey(run.world.records), 'valid', random)
  return makePlainCall(name, { ...run.world, lane: await laneOf(run, caller, place), kind: 'valid', random })
}

/** A small legacy database, and few records that it would replace. */
async function openLegacy({ world }: Run): Promise<LegacyDatabase> {
  await sql`delete from alert`.execute(world.records.server.deps.db)
  await sql`delete from email_address`.execute(world.records.server.deps.db)
  const legacy = await createLegacyDatabase(undefined, world.cluster)
  await fillLegacy(legacy, { emails: 5, alerts: 20 })
  return legacy
}
