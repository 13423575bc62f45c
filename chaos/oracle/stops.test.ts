import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeCorrectRun } from './correct-run.ts'
import { readFacts } from './facts.ts'
import { stopsCheck } from './service-checks.ts'
import { openJournal } from './testing.ts'

let client: Client
let close: () => Promise<void>
beforeAll(async () => {
  ;({ client, close } = await openJournal())
})
afterAll(() => close())

const target = 'Resident@example.org'

test.each<{
  what: string
  told: string[]
  refused: string[]
  heard: 'refused' | 'in_doubt'
  stored: boolean
  ids: string[]
}>([
  { what: 'a stop that was told and stored', told: [target], refused: [], heard: 'in_doubt', stored: true, ids: [] },
  { what: 'a stop that was told only', told: [target], refused: [], heard: 'in_doubt', stored: false, ids: [target] },
  {
    what: 'a refusal that was heard only',
    told: [],
    refused: [target],
    heard: 'refused',
    stored: false,
    ids: [target],
  },
  { what: 'a refusal that was heard and stored', told: [], refused: [target], heard: 'refused', stored: true, ids: [] },
  { what: 'a refusal that nobody heard', told: [], refused: [target], heard: 'in_doubt', stored: false, ids: [] },
])('$what', async ({ told, refused, heard, stored, ids }) => {
  const facts = await readFacts(client, await storeCorrectRun(client))
  await client.query('update notice set target = $1 where id = 2', [target])
  await client.query(
    'insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome) values (2, 1, now(), now(), $1)',
    [heard],
  )
  if (stored)
    await client.query(`insert into chaos.journal (what, target) values ('stopped', $1)`, [target.toLowerCase()])
  expect([...(await stopsCheck(told, refused).find(facts))]).toEqual(ids)
})
