import { expect, test } from 'vitest'
import { callbackReaders, providerEnv, providers, providersFor } from './registry.ts'

test('the names that the configuration may choose from', () => {
  expect([providersFor('EMAIL'), providersFor('PHONE')]).toEqual([
    ['sendgrid', 'smtp', 'outbox'],
    ['twilio', 'outbox'],
  ])
})

test('lists the variables of every provider', () => {
  const named = Object.values(providers).flatMap(({ env }) => Object.keys(env))
  expect(Object.keys(providerEnv).toSorted()).toEqual(named.toSorted())
  for (const { env, requires } of Object.values(providers))
    for (const name of Object.keys(requires)) expect(Object.keys(env)).toContain(name)
})

test('stores the callbacks of each provider under a source of its own, and keeps the readers of stored ones', () => {
  const sources = Object.values(providers).flatMap(({ callbacks }) => Object.keys(callbacks ?? {}))
  expect(sources.toSorted()).toEqual([...callbackReaders.keys()].toSorted())
  expect(sources).toEqual(expect.arrayContaining(['sendgrid', 'twilio-status', 'twilio-inbound']))
})
