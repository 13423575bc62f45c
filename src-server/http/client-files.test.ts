import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { isClientPage } from './client-files.ts'

const page = '<!doctype html><title>Alerts</title>'
const script = 'export const greeting = "hello"'
let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'client-'))
  mkdirSync(path.join(folder, 'assets'))
  for (const [name, text] of [
    ['index.html', page],
    ['assets/app-4f2a.js', script],
  ] as const) {
    writeFileSync(path.join(folder, name), text)
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(path.join(folder, `${name}.gz`), gzipSync(text))
  }
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>')
  const chunks = {
    home: ['assets/home-77aa.js', 'assets/guard-01bc.js'],
    alert: ['assets/alert-9c01.js'],
    register: ['assets/register-5e2d.js'],
  }
  writeFileSync(path.join(folder, 'page-chunks.json'), JSON.stringify(chunks))
  server = await startTestServer({ clientFolder: folder })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })

test('product.json names the bases', async () => {
  const answer = await get('/config/landnotificationui/product.json')
  expect(answer.json()).toEqual({ routerBasePath: '/', serverAddress: '/api' })
})

test.each([
  '/',
  '/login',
  '/home',
  '/controlPanel/users',
  '/passwordReset/abc-DEF_123',
  '/outbox',
  '/login?next=%2Fhome',
])('%s is the page, revalidated each time', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(page)
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.headers['content-type']).toMatch(/^text\/html/)
})

test.each([
  ['/', true],
  ['/login', true],
  ['/Login?next=%2Fhome', true],
  ['/home', false],
  ['/login/other', false],
])('%s names the first picture of the login page: %s', async (url, wanted) => {
  expect((await get(url)).headers.link).toBe(wanted ? '</slides/1.svg>; rel=preload; as=image' : undefined)
})

test.each([
  ['/home', ['home-77aa', 'guard-01bc']],
  ['/home/', ['home-77aa', 'guard-01bc']],
  ['/Home?show=alerts', ['home-77aa', 'guard-01bc']],
  ['/Home?alert=new', ['alert-9c01']],
  ['/home?account=profile&alert=12', ['alert-9c01']],
])('%s names its chunks, and its first call for logged-in readers', async (url, chunks) => {
  const links = [
    ...chunks.map((name) => `</assets/${name}.js>; rel=modulepreload; fetchpriority=low`),
    '</trpc/currentUser.loginStatus?batch=1&input=%7B%7D>; rel=preload; as=fetch; crossorigin',
  ]
  expect((await get(url, { cookie: 'session=some' })).headers.link).toBe(links.join(', '))
  expect((await get(url)).headers.link).toBeUndefined()
})

test.each([
  ['/register', true],
  ['/Register/?step=watch', true],
  ['/register/other', false],
])('%s names the chunks of registration: %s', async (url, wanted) => {
  const link = '</assets/register-5e2d.js>; rel=modulepreload; fetchpriority=low'
  expect((await get(url)).headers.link).toBe(wanted ? link : undefined)
})

test('browsers may keep assets for a year', async () => {
  const answer = await get('/assets/app-4f2a.js')
  expect(answer.body).toBe(script)
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  // It is no page, and on a slow phone each header costs time.
  expect(answer.headers).not.toHaveProperty('content-security-policy')
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('serves the file that the build compressed: %s', async (encoding, read) => {
  for (const [url, text] of [
    ['/assets/app-4f2a.js', script],
    ['/login', page],
  ] as const) {
    const answer = await get(url, { 'accept-encoding': encoding })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringMatching(/accept-encoding/i) as string,
    })
    expect(read(answer.rawPayload).toString()).toBe(text)
  }
})

test.each([
  '/assets/gone-1234.js',
  '/robots.txt',
  '/.well-known/change-password',
  '/.well-known/',
  '/%2Ewell-known/security',
  '/.env',
  '/.git/HEAD',
  '/home/.hidden',
  '/api/nothing',
  '/trpc',
  '/ingest',
  '/webhooks/none',
  '/assets/',
  '/../package.json',
])('%s does not exist', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ ok: false, message: 'We could not find that.' })
})

test('only a GET opens a page', async () => {
  expect((await server.app.inject({ method: 'POST', url: '/login', payload: {} })).statusCode).toBe(404)
  expect((await server.app.inject({ method: 'HEAD', url: '/login' })).statusCode).toBe(200)
})

test('the policy allows no inline code, no code from elsewhere and no frame around a page', async () => {
  const { headers } = await get('/login')
  expect(String(headers['content-security-policy']).split(';').toSorted()).toEqual(
    [
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "img-src 'self'",
      "manifest-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
    ].toSorted(),
  )
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  for (const feature of ['camera', 'geolocation', 'microphone', 'payment'])
    expect(headers['permissions-policy']).toContain(`${feature}=()`)
  // Plain http: a browser must not be sent to https.
  expect(headers).not.toHaveProperty('strict-transport-security')
})

describe('without a built client', () => {
  test('calls are served and pages are not', async () => {
    const bare = await startTestServer({ clientFolder: path.join(folder, 'nowhere') })
    try {
      expect((await bare.app.inject({ method: 'GET', url: '/login' })).statusCode).toBe(404)
      expect((await bare.app.inject({ method: 'GET', url: '/api/helperdata/productVersions' })).statusCode).toBe(200)
    } finally {
      await bare.stop()
    }
  })
})

test.each([
  ['GET', '/CompleteRegistration/abc', true],
  ['GET', '/controlPanel/', true],
  ['GET', `/unsubscribe/MTIz.${'q'.repeat(43)}`, true],
  ['GET', '/logo.png', false],
  ['GET', '/api/x', false],
  ['POST', '/login', false],
])('%s %s is a page: %s', (method, url, expected) => {
  expect(isClientPage(method, url)).toBe(expected)
})
