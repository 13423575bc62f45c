import type { Random } from '#scripts/made-up/random.ts'
import type { Call, HttpRequest } from './call.ts'

type Break = (request: HttpRequest, random: Random) => HttpRequest | Buffer

const contentTypes = [
  'text/plain',
  'text/csv',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/jsonp',
  'x',
  '/',
  '',
]

const cookies = [
  'session=',
  'session=;session=;session=',
  'session=%00',
  'session=%zz',
  'session="a',
  `session=${'A'.repeat(43)}`,
  `session=${'A'.repeat(5_000)}`,
  'session=j:{"a":1}',
  'known_browser=x.y.z',
  `known_browser=${'a.'.repeat(1_000)}`,
  'registration=\\"',
  '=;=;=',
  ';'.repeat(2_000),
  '__proto__=1; constructor=2; toString=3',
  `${'a=b; '.repeat(700)}`,
  'session=é',
]

const headerValues: Record<string, string[]> = {
  'if-match': ['*', '"1"', 'W/"1"', '"99999999999"', 'x', '"-1"', '', '"1", "2"'],
  'x-page-user': ['0', '-1', '1e3', '99999999999999999999', 'x', '', 'nobody'],
  'sec-fetch-site': ['cross-site', 'none', 'same-site', '', 'x'],
  origin: ['null', 'http://evil.example', 'x', '://', ''],
  'x-forwarded-for': [
    '',
    'x',
    '1.2.3.4, 5.6.7.8',
    '::1',
    'fe80::1%eth0',
    '999.1.1.1',
    '1.2.3.4:80',
    'a'.repeat(500),
    ',,,',
    '::ffff:1.2.3.4',
  ],
  'x-forwarded-host': ['evil.example', ''],
  'x-forwarded-proto': ['gopher', 'https'],
  host: ['', 'evil.example', 'a b', 'x:99999'],
  'accept-encoding': [
    'gzip;q=9',
    '*',
    'br',
    'x',
    ';;;',
    'gzip, deflate, br, zstd, identity;q=0',
    'identity;q=0, *;q=0',
  ],
  accept: ['text/event-stream', 'x', '*/*;q=x'],
  'accept-language': ['x'.repeat(2_000), '*', 'en;q=zz'],
  'content-encoding': ['gzip', 'br', 'x', 'gzip, gzip'],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'x', `bytes=${'0-0,'.repeat(500)}`],
  'if-none-match': ['*', 'x', '"'],
  'if-modified-since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  'user-agent': ['', 'é', 'x'.repeat(5_000)],
  'x-background': ['1', 'x'],
  'trpc-accept': ['application/jsonl', 'x'],
  'trpc-batch-mode': ['stream', 'x'],
  'x-trpc-source': ['x'],
  authorization: ['Bearer', 'Bearer x', 'Basic !!!', 'Bearer \u00e9', `Bearer ${'a'.repeat(5_000)}`],
  'http2-settings': ['x'],
  traceparent: ['00-x-x-01'],
}

const methods = ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'GET', 'PROPFIND', 'QUERY']

const withHeaders = (request: HttpRequest, headers: Record<string, string>): HttpRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
})

/** The request as bytes, with these lines in place of what the client's library would write. */
function toBytes({ method, path, headers, body = '' }: HttpRequest, lines: readonly string[], after = '\r\n'): Buffer {
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${path} HTTP/1.1`, 'host: localhost', ...own, ...lines].join(after)
  return Buffer.concat([Buffer.from(`${head}${after}${after}`, 'latin1'), Buffer.from(body)])
}

/** Bytes that no client writes. The server may answer, or close. */
const raw: ((request: HttpRequest, random: Random) => Buffer)[] = [
  // Cut off: less than announced.
  (request) => toBytes(request, ['content-length: 60000']),
  (request) => toBytes({ ...request, method: 'POST' }, ['content-length: 5', 'content-length: 6']),
  (request) => toBytes({ ...request, method: 'POST' }, ['content-length: 5', 'transfer-encoding: chunked']),
  (request) => toBytes({ ...request, method: 'POST', body: 'zz\r\nabc\r\n0\r\n\r\n' }, ['transfer-encoding: chunked']),
  (request) => toBytes({ ...request, method: 'POST', body: '5\r\nab' }, ['transfer-encoding: chunked']),
  (request) => toBytes({ ...request, method: 'POST', body: '' }, ['content-length: -1']),
  (request) => toBytes({ ...request, method: 'POST', body: '' }, ['content-length: 99999999999999999999']),
  (request) => toBytes({ ...request, method: 'FOO' }, []),
  (request) => toBytes(request, ['no colon']),
  (request) => toBytes(request, ['x: a\0b']),
  (request) => toBytes(request, [`x: ${'a'.repeat(20_000)}`]),
  (request) =>
    toBytes(
      request,
      Array.from({ length: 3_000 }, (_, place) => `x${place}: 1`),
    ),
  (request) =>
    toBytes(request, [
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-key: x',
      'sec-websocket-version: 13',
    ]),
  (request) => toBytes(request, ['connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: x']),
  (request) => toBytes({ ...request, body: '' }, ['expect: 100-continue', 'content-length: 10']),
  (request) => toBytes(request, ['expect: x']),
  (request) => toBytes(request, [], '\n'),
  ({ path }) => Buffer.from(`GET ${path} HTTP/9.9\r\n\r\n`),
  ({ path }) => Buffer.from(`GET ${path} HTTP/1.0\r\n\r\n`),
  ({ path }) => Buffer.from(`GET http://evil.example${path} HTTP/1.1\r\nhost: evil.example\r\n\r\n`),
  () => Buffer.from('GET * HTTP/1.1\r\nhost: localhost\r\n\r\n'),
  () => Buffer.from('CONNECT evil.example:443 HTTP/1.1\r\nhost: localhost\r\n\r\n'),
  () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01]),
  () => Buffer.from('\r\n\r\n\r\n'),
  // More concurrent requests than we answer.
  (request) => Buffer.concat(Array.from({ length: 40 }, () => toBytes({ ...request, method: 'GET', body: '' }, []))),
]

const breaks: Break[] = [
  (request, random) => withHeaders(request, { 'content-type': random.pick(contentTypes) }),
  ({ body = '{"a":', ...request }, random) => ({ ...request, body: body.slice(0, random.below(body.length + 1)) }),
  (request, random) => withHeaders(request, { cookie: Buffer.from(random.pick(cookies)).toString('latin1') }),
  (request, random) => {
    const name = random.pick(Object.keys(headerValues))
    return withHeaders(request, { [name]: Buffer.from(random.pick(headerValues[name] ?? [''])).toString('latin1') })
  },
  (request, random) => ({ ...request, method: random.pick(methods) }),
  (request, random) => ({
    ...request,
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}${random.pick(['connectionParams=1', 'connectionParams=x', 'batch=1', 'input=x', 'input=%zz', 'input=', 'a[b]=1&a=2', '__proto__=1', '%00=%00', '&&&', '='])}`,
  }),
  (request, random) => random.pick(raw)(request, random),
]

/** The call with its HTTP broken. What its answer may show stays as it was. */
export function breakCall(call: Call, random: Random): Call {
  const { input: _whole, ...rest } = call
  const broken = random.pick(breaks)(call.request, random)
  return Buffer.isBuffer(broken)
    ? { ...rest, kind: 'broken', raw: broken }
    : { ...rest, kind: 'broken', request: broken }
}
