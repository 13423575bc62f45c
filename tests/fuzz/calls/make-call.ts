import type { Random } from '#scripts/made-up/random.ts'
import { makeDeck } from '../deck.ts'
import { makeBatchCall } from './batch-calls.ts'
import { breakCall } from './broken-calls.ts'
import type { Call, Caller } from './call.ts'
import { type Door, isServed, procedureDoors } from './doors.ts'
import { makeFeedCall, makeFeedKey } from './feed-calls.ts'
import type { Records } from './people.ts'
import { makePlainCall, plainDoors, type PlainTools } from './plain-calls.ts'
import { type Lane, makeProcedureCall } from './procedure-calls.ts'

/** Makes one call after another of a caller: each endpoint in turn, mostly those that serve the caller. */
export type CallMaker = (lane: Lane, random: Random) => Promise<Call>
type Tools = Omit<PlainTools, 'lane' | 'kind' | 'random'>

const weights = { valid: 10, schema: 5, spoiled: 4, nonsense: 1 } as const
type InputKind = keyof typeof weights
const kindsByWeight = (Object.keys(weights) as InputKind[]).flatMap((kind) =>
  Array.from({ length: weights[kind] }, () => kind),
)
/** Shares of calls: in a batch; broken; of a route that does not serve the caller. */
const shares = { batch: 0.06, broken: 0.08, refused: 0.12 }

/** @param only calls only endpoints whose name contains it */
export async function openCallMaker(
  tools: Tools,
  { caller, only, random }: { caller: Caller; only: string | undefined; random: Random },
): Promise<CallMaker> {
  if (caller === 'feed') return makeFeedCalls(tools.records)
  const deck = makeDoorDecks(caller, only, random)
  return async (lane, chance) => {
    if (only === undefined && chance.chance(shares.batch)) return makeBatchCall(tools.records, lane, chance)
    const door = deck(chance)
    const kind = chance.pick(kindsByWeight)
    const call =
      typeof door === 'string'
        ? await makePlainCall(door, { ...tools, lane, kind, random: chance })
        : await makeProcedureCall(tools.records, lane, { door, kind, random: chance })
    return chance.chance(shares.broken) ? breakCall(call, chance) : call
  }
}

async function makeFeedCalls(records: Records): Promise<CallMaker> {
  let key = await makeFeedKey(records)
  let made = 0
  return async (_lane, random) => {
    // Another call may have closed the feed or revoked its key.
    if (++made % 100 === 0) key = await makeFeedKey(records)
    const call = makeFeedCall(key, random.pick(kindsByWeight), random)
    return random.chance(shares.broken) ? breakCall(call, random) : call
  }
}

type AnyDoor = Door | string
const nameOf = (door: AnyDoor) => (typeof door === 'string' ? door : door.name)

/** The endpoints whose name contains this; all without it. */
export const findDoors = (only: string | undefined): AnyDoor[] =>
  [...procedureDoors, ...Object.keys(plainDoors)].filter((door) => only === undefined || nameOf(door).includes(only))

function makeDoorDecks(caller: Caller, only: string | undefined, random: Random): (chance: Random) => AnyDoor {
  const doors = findDoors(only)
  const serves = (door: AnyDoor) =>
    typeof door === 'string' ? (plainDoors[door]?.by?.includes(caller) ?? true) : isServed(door, caller)
  const [served, refused] = [doors.filter(serves), doors.filter((door) => !serves(door))]
  const drawServed = makeDeck((served.length > 0 ? served : refused).flatMap(byWeight), random)
  const drawRefused = makeDeck(refused.length > 0 ? refused : served, random)
  return (chance) => (chance.chance(shares.refused) ? drawRefused() : drawServed())
}

/** What hashes a password or draws a page comes up less often. */
const byWeight = (door: AnyDoor): AnyDoor[] => (typeof door === 'object' && door.row.slow ? [door] : [door, door, door])
