import type { Random } from '#scripts/made-up/random.ts'
import { drawNonsense, makeInput } from '../inputs/make-input.ts'
import { toJson } from '../inputs/nonsense.ts'
import type { Call } from './call.ts'
import { type Door, isServed, lettersFor, procedureDoors } from './doors.ts'
import { findTarget, type Records } from './people.ts'
import { headersFor, json, type Lane } from './procedure-calls.ts'

const trpcDoors = procedureDoors.filter(({ rest, row }) => rest === null && !row.slow)

/** How many procedures one call may name, and one more. */
const maxBatch = 10

/**
 * Several procedures in one call of tRPC, by GET or POST, answered in one body or line by line. Some are of the other kind
 * than the method allows, some do not exist, and some inputs are missing or too many.
 */
export function makeBatchCall(records: Records, lane: Lane, random: Random): Call {
  const changes = random.chance(0.5)
  const fitting = trpcDoors.filter((door) => isServed(door, lane.caller) && door.changes === changes)
  const chosen = Array.from({ length: 1 + random.below(maxBatch + 1) }, () =>
    random.chance(0.9) && fitting.length > 0 ? random.pick(fitting) : random.pick(trpcDoors),
  )
  const names = chosen.map(({ procedure }) => (random.chance(0.03) ? 'no.such' : procedure))
  const inputs = Object.fromEntries(chosen.map((door, place) => [place, inputFor(records, lane, door, random)]))
  const given = random.chance(0.05) ? drawNonsense(random) : random.chance(0.1) ? { ...inputs, 99: {} } : inputs
  const batch = random.chance(0.95) ? 'batch=1' : random.pick(['batch=2', 'batch', 'batch=1&batch=1', ''])
  const headers = {
    ...headersFor(lane, lane.people.self, random, random.chance(0.5)),
    ...(random.chance(0.2) ? { 'trpc-accept': 'application/jsonl' } : {}),
  }
  const post = changes !== random.chance(0.05)
  const path = `/trpc/${names.join(',')}?${batch}`
  return {
    caller: lane.caller,
    door: `tRPC batch, ${post ? 'POST' : 'GET'}`,
    kind: 'batch',
    request: post
      ? { method: 'POST', path, headers: { ...headers, ...json }, body: toJson(given) }
      : { method: 'GET', path: `${path}&input=${encodeURIComponent(toJson(given))}`, headers },
    mayShow: [lane.people.self.mark, ...chosen.flatMap((door) => linkHolderMarks(lane, door))],
  }
}

/** A record that was reached by a message's link, whatever the caller's role. */
const linkHolderMarks = (lane: Lane, door: Door): string[] =>
  lettersFor(door, lane.caller).flatMap(([relation, letter]) =>
    letter === '+' ? [findTarget(lane.people, relation).mark] : [],
  )

function inputFor(records: Records, lane: Lane, door: Door, random: Random): unknown {
  const [relation] = random.pick(lettersFor(door, lane.caller))
  const valid = door.row.input?.(findTarget(lane.people, relation), records)
  return makeInput(
    random.pick(['valid', 'valid', 'valid', 'schema', 'spoiled', 'nonsense']),
    door.procedure,
    valid,
    random,
  )
}
