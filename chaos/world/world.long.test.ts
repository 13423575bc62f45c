import { expect, test } from 'vitest'
import { ownerIdFor } from '../../bench/support/fill.ts'
import { changeKinds, sealedWord } from './changes.ts'
import { expectChanges, expectOutcome } from './expected.ts'
import { composeWorld } from './world.ts'

const size = { seed: 5, alerts: 2_000 }

test('the same seed composes the same people and records', () => {
  const [one, other] = [composeWorld(size), composeWorld(size)]
  expect(one.people).toEqual(other.people)
  expect([1, 2, 3].map(one.recordAt)).toEqual([1, 2, 3].map(other.recordAt))
  expect(composeWorld({ ...size, seed: 6 }).people).not.toEqual(one.people)
})

test('a world has people of every kind, and households of two owners with one address', () => {
  const { people } = composeWorld(size)
  const byKind = Map.groupBy(people, ({ kind }) => kind)
  expect(byKind.size).toBe(20)
  const targets = (byKind.get('household') ?? []).flatMap(({ recipients }) => recipients.map(({ target }) => target))
  expect(targets.length).toBe(2 * new Set(targets).size)
})

test('the expected answer has one notice for each record, address and owner', () => {
  const world = composeWorld(size)
  const records = Array.from({ length: 500 }, (_, index) => world.recordAt(index))
  const ofOneOwner = records.filter(
    ({ hits: [one = 0, other] }) => other !== undefined && ownerIdFor(one) === ownerIdFor(other),
  )
  expect(ofOneOwner.length).toBeGreaterThan(20)
  const { matches, notices, forbidden, stopping } = expectOutcome(world, records.length)
  const hits = records.reduce((sum, record) => sum + record.hits.length, 0)
  expect(matches.required.size).toBeGreaterThan(0.8 * hits)
  expect(matches.required.size).toBeLessThan(hits)
  expect(notices.required.size).toBeGreaterThan(0.5 * hits)
  expect(notices.allowed.size).toBeGreaterThan(0)
  for (const notice of [...notices.required, ...notices.allowed]) {
    const [, target = ''] = /to (.+) of/.exec(notice) ?? []
    expect(forbidden.has(target)).toBe(false)
  }
  expect([...stopping].some((target) => forbidden.has(target))).toBe(false)
})

test('a changed record keeps its document and notifies no recipient twice', () => {
  const world = composeWorld(size)
  const changes = Array.from({ length: 80 }, (_, index) => world.changeAt(index))
  expect(changes).toEqual(changes.map((_, index) => composeWorld(size).changeAt(index)))
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(changeKinds))
  for (const { kind, first, second } of changes) {
    expect(first.event.documentIdentifier).toBe(second.event.documentIdentifier)
    expect(JSON.stringify(first.event)).not.toBe(JSON.stringify(second.event))
    const hits = [...new Set([...first.hits, ...second.hits])]
    expect(new Set(hits.map(ownerIdFor)).size).toBe(hits.length)
    const restricted = [first, second].filter(({ event }) => event.restricted)
    for (const { event, hits: ofVersion } of restricted) {
      expect(JSON.stringify(event.parties)).toContain(sealedWord)
      expect(new Set(ofVersion.map((hit) => world.alertAt(hit).criteria.alertType))).toEqual(new Set(['PARCEL_ID']))
    }
    const isOpen = kind === 'another party joins' || kind === 'a possible match becomes certain'
    expect(restricted.length > 0).toBe(!isOpen)
  }
})

test('a change expects notices of its last version, and allows those that a restriction takes back', () => {
  const world = composeWorld(size)
  const changes = Array.from({ length: 80 }, (_, index) => world.changeAt(index))
  const expectAfter = (changed: string[]) => {
    const expected = expectOutcome(world, 0)
    expectChanges(expected, { changes, changed: new Set(changed), personAt: world.personAt })
    return expected
  }
  const [before, after] = [expectAfter([]), expectAfter(changes.map(({ first }) => first.event.documentIdentifier))]
  expect(before.untilRestricted.size).toBe(0)
  expect(after.untilRestricted.size).toBeGreaterThan(5)
  for (const notice of after.untilRestricted) {
    expect(after.notices.required.has(notice)).toBe(false)
    expect(after.notices.allowed.has(notice)).toBe(true)
  }
  expect(after.notices.required.size).toBeGreaterThan(before.notices.required.size)
})
