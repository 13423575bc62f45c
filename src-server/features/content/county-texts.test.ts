import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCountyTexts, TranslationFaults } from '#shared/node/domain/translations/county-texts.ts'
import { StartRefused } from '#shared/node/platform/start-refused.ts'
import { startTestServer } from '#tests/helpers/server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'texts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, body: unknown) =>
  writeFileSync(path.join(folder, name), typeof body === 'string' ? body : JSON.stringify(body))

function faultsOf(where = folder): string {
  try {
    readCountyTexts(where)
    return ''
  } catch (error) {
    if (error instanceof TranslationFaults) return error.message
    throw error
  }
}

test('without a folder there are no texts, and other files in it do not matter', () => {
  expect(readCountyTexts(undefined).size).toBe(0)
  write('notes.txt', 'to do')
  write('tr.json', { login: { title: 'Oturum aç' } })
  expect([...readCountyTexts(folder)]).toEqual([['tr', { login: { title: 'Oturum aç' } }]])
})

test.each([
  ['de.json', {}, 'de.json: the name must be one of bn.json, cal.json'],
  ['en.json', {}, 'en.json: the name must be one of'],
  ['tr.json', '{ "login": ', 'tr.json: it is not JSON'],
  ['ru.json', { login: { title: 7 } }, 'ru.json: it must contain only texts and groups of texts (login'],
  ['ko.json', ['a'], 'ko.json: it must contain only texts and groups of texts (whole file)'],
])('reports %s with %j as a fault', (name, body, fault) => {
  write(name, body)
  expect(faultsOf()).toContain(fault)
})

test('reports all faults together, and a folder that does not exist', () => {
  write('de.json', {})
  write('tr.json', 'x')
  expect(faultsOf().split('\n')).toHaveLength(3)
  expect(faultsOf(path.join(folder, 'gone'))).toContain('Cannot read the folder')
})

test("the server gives the county's texts, nothing for another language, and refuses to start with faults", async () => {
  write('th.json', { login: { title: 'เข้าสู่ระบบ' } })
  const server = await startTestServer({ env: { TRANSLATIONS_DIR: folder } })
  try {
    const get = (file: string) => server.app.inject({ method: 'GET', url: `/config/translations/${file}` })
    expect((await get('th.json')).json()).toEqual({ login: { title: 'เข้าสู่ระบบ' } })
    expect((await get('th.json')).headers['cache-control']).toBe('no-cache')
    expect((await get('ko.json')).json()).toEqual({})
    for (const none of ['en.json', 'th', 'constructor', '..%2Fpackage.json'])
      expect((await get(none)).statusCode).toBe(404)
  } finally {
    await server.stop()
  }
  write('th.json', 'x')
  await expect(startTestServer({ env: { TRANSLATIONS_DIR: folder } })).rejects.toThrow(StartRefused)
})
