import { expect, test } from 'vitest'
import { loadEnv } from '#shared/node/configuration/env.ts'
import { testVariables } from '#tests/helpers/environment.ts'
import { readGuideConfig } from '../support/haproxy.ts'
import { createProxyConfig } from './proxy.ts'

const config = createProxyConfig(8_080, [3_001, 3_002])
const secondsIn = (pattern: RegExp) => Number(pattern.exec(config)?.[1])

test('the command runs the configuration of the guide, on this machine alone', () => {
  // Without the port that only redirects to https.
  expect(config.split('\n')).toHaveLength(readGuideConfig('http').split('\n').length - 3)
  expect([...config.matchAll(/\S+:\d+/g)].map(([address]) => address)).toEqual([
    '127.0.0.1:8080',
    '127.0.0.1:3001',
    '127.0.0.1:3002',
    // Once more, for when none is ready.
    '127.0.0.1:3001',
    '127.0.0.1:3002',
  ])
})

test('a proxy set up by the guide notices a stopping server while it still serves', () => {
  const sends = { EMAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://127.0.0.1', EMAIL_FROM: 'alerts@county.example' }
  const { EMBEDDED_DATABASE: _demo, ...variables } = testVariables('postgres://app:x@127.0.0.1/land_alerts', {
    ...sends,
    SMS_TRANSPORT: 'none',
  })
  const { DRAIN_SECONDS } = loadEnv(variables)
  expect(secondsIn(/ inter (\d+)s/) * secondsIn(/ fall (\d+)/)).toBeLessThan(DRAIN_SECONDS)
  // A server that is ready is back before its neighbor, stopped at that moment, is gone.
  expect(secondsIn(/ rise (\d+)/)).toBeLessThan(secondsIn(/ fall (\d+)/))
})
