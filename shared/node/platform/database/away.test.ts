import { expect, test } from 'vitest'
import { isDatabaseAway } from './away.ts'

const fault = (message: string, fields: object) => Object.assign(new Error(message), fields)

test.each<[string, unknown, boolean]>([
  ['a port where no program listens', fault('connect', { code: 'ECONNREFUSED' }), true],
  ['the connection broke', fault('read', { code: 'ECONNRESET' }), true],
  ['the driver lost it', new Error('Connection terminated unexpectedly'), true],
  ['the pool gave up', new Error('timeout exceeded when trying to connect'), true],
  ['it is shutting down', fault('x', { severity: 'FATAL', code: '57P01' }), true],
  ['there are too many connections', fault('x', { severity: 'FATAL', code: '53300' }), true],
  ['its disk is full', fault('x', { severity: 'ERROR', code: '53100' }), true],
  ['the primary was replaced', fault('x', { severity: 'ERROR', code: '25006' }), true],
  ['a statement took too long', fault('x', { severity: 'ERROR', code: '57014' }), false],
  ['a value cannot be stored', fault('x', { severity: 'ERROR', code: '22P05' }), false],
  ['a deadlock', fault('x', { severity: 'ERROR', code: '40P01' }), false],
  ['a fault of ours', new TypeError('connection is not a function'), false],
  ['a caller hung up', fault('aborted', { code: 'ECONNRESET', statusCode: 400 }), false],
  ['no error', 'ECONNREFUSED', false],
])('%s', (_what, error, isAway) => {
  expect(isDatabaseAway(error)).toBe(isAway)
})
