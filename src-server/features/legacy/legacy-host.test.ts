import { expect, test } from 'vitest'
import { mayLeadTo, resolveLegacyHost } from './legacy-host.ts'

const to = (address: string) => async () => ({ address })
const allowed = ['db.county.example', '10.1.2.3:6432', 'localhost']

test.each([
  ['db.county.example', { address: '10.9.9.9', port: 5432 }],
  ['DB.county.example.:5432', { address: '10.9.9.9', port: 5432 }],
  ['db.county.example:5433', undefined],
  ['other.county.example', undefined],
  ['10.1.2.3:6432', { address: '10.1.2.3', port: 6432 }],
  ['10.1.2.3', undefined],
  ['10.9.9.9', undefined],
])('resolves %s if it is on the list', async (host, resolved) => {
  expect(await resolveLegacyHost(host, allowed, to('10.9.9.9'))).toEqual(resolved)
})

test('resolves a listed name once, and refuses one that does not resolve', async () => {
  let calls = 0
  const once = async () => {
    calls += 1
    return { address: '10.9.9.9' }
  }
  await resolveLegacyHost('db.county.example', allowed, once)
  expect(calls).toBe(1)
  const nowhere = async () => {
    throw new Error('ENOTFOUND')
  }
  expect(await resolveLegacyHost('db.county.example', allowed, nowhere)).toBeUndefined()
})

test.each([
  ['db.county.example', '169.254.169.254', false],
  ['db.county.example', 'fe80::1', false],
  ['db.county.example', 'fd00:ec2::254', false],
  ['db.county.example', '::ffff:169.254.169.254', false],
  ['db.county.example', '127.0.0.1', false],
  ['db.county.example', '::1', false],
  ['db.county.example', '0.0.0.0', false],
  ['db.county.example', '224.0.0.1', false],
  ['db.county.example', '10.1.2.3', true],
  ['db.county.example', '192.0.3.4', true],
  ['db.county.example', '2600:1f18::7', true],
  ['localhost', '127.0.0.1', true],
  ['localhost', '10.0.0.1', false],
  // The operator chose these addresses by writing them out.
  ['169.254.169.254', '169.254.169.254', true],
  ['127.0.0.1', '127.0.0.1', true],
])('%s may lead to %s: %s', (host, address, may) => expect(mayLeadTo(host, address)).toBe(may))
