import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Facts } from './facts.ts'
import { findEarlyClaims, findNeedlesslyFreed } from './leases.ts'
import { openJournal } from './testing.ts'

let client: Client
let close: () => Promise<void>
beforeAll(async () => {
  ;({ client, close } = await openJournal())
})
beforeEach(async () => {
  await client.query('truncate chaos.journal')
})
afterAll(() => close())

const start = Date.parse('2026-11-20T12:00:00Z')
const leaseMs = 2_000

type Line = [what: string, attempt: number, afterMs: number]
const none: string[] = []

test.each<{ what: string; lines: Line[]; early: string[]; freed: string[] }>([
  {
    what: 'claimed after the lease',
    lines: [
      ['called', 1, 0],
      ['claimed', 2, 2_001],
    ],
    early: none,
    freed: none,
  },
  {
    what: 'claimed during the call',
    lines: [
      ['called', 1, 0],
      ['claimed', 2, 1_500],
    ],
    early: ['7 attempt 1'],
    freed: none,
  },
  {
    what: 'claimed after another worker ended the lease',
    lines: [
      ['called', 1, 0],
      ['freed', 1, 900],
      ['claimed', 2, 1_500],
    ],
    early: none,
    freed: ['7 attempt 1'],
  },
  {
    what: 'claimed after an outcome',
    lines: [
      ['called', 1, 0],
      ['settled', 1, 100],
      ['claimed', 2, 1_500],
    ],
    early: none,
    freed: none,
  },
  {
    what: 'claimed before its call',
    lines: [
      ['claimed', 2, 0],
      ['called', 2, 10],
      ['settled', 2, 20],
    ],
    early: none,
    freed: none,
  },
])('$what', async ({ lines, early, freed }) => {
  for (const [what, attempt, afterMs] of lines)
    await client.query(
      'insert into chaos.journal (what, notice_id, attempt, begun_at, statement_at) values ($1, 7, $2, $3, $3)',
      [what, attempt, new Date(start + afterMs)],
    )
  expect(await findEarlyClaims(client, leaseMs)).toEqual(early)
  const findFreed = (explained: Pick<Facts, 'faults' | 'stalls'>) =>
    findNeedlesslyFreed({ client, ...explained }, leaseMs)
  expect(await findFreed({ faults: [], stalls: [] })).toEqual(freed)
  const at = new Date(start + 1_000)
  const kill = { name: 'worker-killed' as const, place: 0, at, until: at, inDoubt: 0 }
  expect(await findFreed({ faults: [kill], stalls: [] })).toEqual(none)
  expect(await findFreed({ faults: [], stalls: [{ at, until: at }] })).toEqual(none)
})
