import { expect, test } from 'vitest'
import { assertOwnOrigin } from './origin-gate.ts'

test.each<[boolean, string, Record<string, string>]>([
  [true, 'a call of our page', { 'sec-fetch-site': 'same-origin' }],
  [true, 'an address typed by a person', { 'sec-fetch-site': 'none' }],
  [true, 'an older browser on our page', { origin: 'https://alerts.example.gov' }],
  [false, 'another site', { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }],
  [false, 'a neighboring subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://www.example.gov' }],
  [false, 'the same host without TLS', { origin: 'http://alerts.example.gov' }],
  [false, 'another port', { origin: 'https://alerts.example.gov:8443' }],
  [false, 'a sandboxed frame', { origin: 'null' }],
  [false, 'a host that ends like ours', { origin: 'https://alerts.example.gov.elsewhere.example' }],
  [false, 'no word of where it comes from', {}],
])('%s: %s', (passes, _what, headers) => {
  const pass = () => assertOwnOrigin(headers, 'https://alerts.example.gov/start')
  if (passes) expect(pass).not.toThrow()
  else expect(pass).toThrow('did not come from our own pages')
})
