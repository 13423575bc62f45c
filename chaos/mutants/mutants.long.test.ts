import { expect, test } from 'vitest'
import { findMutants, runMutants } from './run-mutants.ts'

/** Found through the database, the messages that providers took, and how notices ended. */
const noticed = {
  'the unique index of notices is gone': 'second notices that the database would store',
  'a possible duplicate is not marked': 'notices sent twice of which more than one message does not say so',
  'a 5xx is read as refused': 'notices that ended without being sent',
}

test('chaos notices planted faults, and reports none without them', async () => {
  const chosen = Object.keys(noticed).flatMap((name) => findMutants(name))
  const { baselines, trials } = await runMutants(chosen, {
    seed: 1,
    // A busy machine needs longer; the planted faults end their work anyway.
    endsWithinMs: 240_000,
    chainWithinMs: 240_000,
    print: () => {},
  })
  expect(baselines.map(({ caughtBy }) => caughtBy)).toEqual([[]])
  expect(trials.map(({ name }) => name)).toEqual(Object.keys(noticed))
  for (const [place, check] of Object.values(noticed).entries())
    expect(trials[place]?.caughtBy).toContainEqual(expect.stringContaining(check))
}, 900_000)
