import { expect, test } from 'vitest'
import { sentences } from '#shared/matching/public.ts'
import { applyRule, frozenPairs } from './frozen-pairs.ts'
import { findRuleProblem } from './rule-digest.ts'

test('the rule decides and keys the frozen pairs as its version did', () => {
  expect(findRuleProblem()).toBeUndefined()
})

test('a digest that differs asks for a higher version, and a higher version for its digest', () => {
  const kept = { version: 7, digest: 'a' }
  expect(findRuleProblem(kept, { version: 7, digest: 'b' })).toMatch(/^The rule changed: raise RULE_VERSION/)
  expect(findRuleProblem(kept, { version: 8, digest: 'b' })).toMatch(/^RULE_VERSION changed: run/)
  expect(findRuleProblem(kept, kept)).toBeUndefined()
})

test('the frozen pairs are many, some match and some do not, and matches have every reason there is', () => {
  const decisions = frozenPairs().map((pair) => applyRule(pair).decision)
  const matches = decisions.filter((decision) => decision !== null)
  expect(decisions.length).toBeGreaterThan(4000)
  expect(matches.length / decisions.length).toBeGreaterThan(0.3)
  expect(matches.length / decisions.length).toBeLessThan(0.7)
  // The sentence of a business cut short is that of a name cut short.
  const { cutBusiness: _same, ...reasons } = sentences
  expect([...new Set(matches.map((decision) => decision.at(-1)))].toSorted()).toEqual(
    [...Object.keys(reasons), 'sameParcel'].toSorted(),
  )
})
