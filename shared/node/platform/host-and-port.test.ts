import { expect, test } from 'vitest'
import { parseHostAndPort, toDemoHost } from './host-and-port.ts'

test.each([
  ['db.county.example', { host: 'db.county.example', port: 5432 }],
  [' DB.County.Example:5433 ', { host: 'db.county.example', port: 5433 }],
  ['10.1.2.3', { host: '10.1.2.3', port: 5432 }],
  ['[2001:db8::5]:6432', { host: '2001:db8::5', port: 6432 }],
  ['', undefined],
  ['db.county.example:0', undefined],
  ['db.county.example:70000', undefined],
  ['db.county.example:5432:1', undefined],
  ['user@db.county.example', undefined],
  ['postgres://db.county.example/x', undefined],
  ['/var/run/postgresql', undefined],
  ['db.county.example,other.example', undefined],
  ['db.county.example/x?host=other', undefined],
  ['-oProxyCommand', undefined],
])('reads %j', (text, read) => expect(parseHostAndPort(text)).toEqual(read))

test.each([
  ['127.0.0.1', 'localhost'],
  ['::1', '[::1]'],
  ['localhost', 'localhost'],
])('shows the demo on %s as %s', (host, name) => expect(toDemoHost(host)).toBe(name))
