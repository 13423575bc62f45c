import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'slides-'))
  const [client, own] = [path.join(folder, 'client'), path.join(folder, 'own')]
  mkdirSync(path.join(client, 'slides'), { recursive: true })
  mkdirSync(own)
  writeFileSync(path.join(client, 'index.html'), '<!doctype html>')
  for (const number of [1, 2]) writeFileSync(path.join(client, `slides/${number}.svg`), '<svg id="shipped"/>')
  writeFileSync(path.join(own, '2.png'), 'the picture of the county')
  writeFileSync(path.join(own, '7.png'), 'no slide')
  server = await startTestServer({ clientFolder: client, env: { SLIDES_DIR: own } })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const get = (url: string) => server.app.inject({ method: 'GET', url })

test('a picture of the county replaces ours with the same number', async () => {
  const answer = await get('/slides/2.svg')
  expect(answer.body).toBe('the picture of the county')
  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test('the other slides are ours, and no other file of the folder is sent', async () => {
  expect((await get('/slides/1.svg')).body).toBe('<svg id="shipped"/>')
  for (const url of ['/slides/7.png', '/slides/7.svg', '/slides/2.png']) expect((await get(url)).statusCode).toBe(404)
})
