import { expect, test } from 'vitest'
import { type CallFaultKind, type FaultRates, planCallFaults } from './faults.ts'

const messages = Array.from({ length: 300 }, (_, place) => `message ${place}`)
const rates: FaultRates = { busy: 0.2, failAfter: 0.2, reset: 0.2, cutBody: 0.1 }
const plan = (seed: number) => planCallFaults('sendgrid', { seed, rates })
const kindsFor = (calls: string[], { next } = plan(1)) => calls.map((message) => next(message)?.kind ?? null)

test('one seed gives one plan, whatever order the messages come in', () => {
  const twice = messages.flatMap((message) => [message, message])
  const forwards = kindsFor(twice)
  const backwards = plan(1)
  const byMessage = new Map(messages.toReversed().map((message) => [message, kindsFor([message, message], backwards)]))
  expect(messages.flatMap((message) => byMessage.get(message) ?? [])).toEqual(forwards)
  expect(kindsFor(twice, plan(2))).not.toEqual(forwards)
})

test('each fault is as frequent as asked', () => {
  const counts = Map.groupBy(kindsFor(messages), (kind) => kind)
  for (const [kind, rate] of Object.entries(rates) as [CallFaultKind, number][])
    expect(Math.abs((counts.get(kind)?.length ?? 0) / messages.length - rate), kind).toBeLessThan(0.08)
})

test('a message has a limited number of faults', () => {
  const faults = (options: { maxFaults?: number }, kind: CallFaultKind) => {
    const { next } = planCallFaults('twilio', { seed: 1, rates: { [kind]: 1 }, ...options })
    return Array.from({ length: 9 }, () => next('message')).filter((fault) => fault !== null).length
  }
  expect(faults({ maxFaults: 4 }, 'busy')).toBe(4)
  expect(faults({}, 'reset')).toBe(3)
})

test('once calm, there are no more', () => {
  const calm = plan(1)
  calm.calm()
  expect(new Set(kindsFor(messages, calm))).toEqual(new Set([null]))
})
