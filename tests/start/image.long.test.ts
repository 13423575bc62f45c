import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import readExcel from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeDay } from '#shared/contract/report.ts'
import { dayToWire, today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { testVariables } from '#tests/helpers/environment.ts'
import { buildImage } from './docker-image.ts'

/** The service in production, with only the files and packages of the Docker image. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'image-'))
const children: ChildProcess[] = []
/** Writing and removing tens of thousands of files takes a busy disk minutes. */
const diskTimeout = 600_000
let image: ReturnType<typeof buildImage>
let database: TestDatabase
let env: Record<string, string>
beforeAll(async () => {
  database = await createEmptyDatabase()
  image = buildImage(folder)
  env = { ...image.env, ...testVariables(database.appUrl), HOST: '127.0.0.1', PATH: '' }
}, diskTimeout)
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
  fs.rmSync(folder, { recursive: true })
}, diskTimeout)

const runInImage = (args: string[], more: Record<string, string> = {}) =>
  execFileSync(process.execPath, args, { cwd: image.root, env: { ...env, ...more }, encoding: 'utf8' })

/** Starts an entry as the image does; resolves to its report of being ready. */
async function start(entry: string): Promise<{ ready: true; address?: string }> {
  const child = spawn(process.execPath, [...image.command.slice(0, -1), entry], {
    cwd: image.root,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${entry} ended with ${code}.`)))
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ ready: true; address?: string }]
  return message
}

const sizeInMegabytes = (root: string) =>
  fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    // Disks store whole blocks; `du` counts the same.
    .reduce((sum, entry) => sum + fs.lstatSync(path.join(entry.parentPath, entry.name)).blocks * 512, 0) /
  1024 ** 2

test('its packages are under 200 MB', () => {
  const size = sizeInMegabytes(path.join(image.root, 'node_modules'))
  expect(size).toBeGreaterThan(20)
  expect(size).toBeLessThan(200)
})

/** A text in each font of the PDF. */
const texts = {
  DejaVuSansCondensed: 'Привет ğış',
  NotoSansThai: 'สวัสดี',
  NotoSansBengali: 'নমস্কার',
  NotoSansJP: 'こんにちは',
  NotoSansSC: '们这',
  NotoSansKR: '안녕하세요',
}

test('migrates, starts server and worker, and makes pages and files', async () => {
  runInImage(['scripts/migrate.ts'], { MIGRATE_DATABASE_URL: database.ownerUrl })
  const created = runInImage(['scripts/create-admin.ts', '--username', 'first.admin', '--generate'])
  const password = /shown only this once: (\S+)/.exec(created)?.[1]
  const [{ address }] = await Promise.all([start('src-server/main.ts'), start('src-worker/main.ts')])
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ ok: true })
  const page = await (await fetch(`${address}/`)).text()
  const script = /src="(\/[^"]+\.js)"/.exec(page)?.[1]
  expect((await fetch(`${address}${script}`)).headers.get('content-type')).toContain('javascript')

  const { db, end } = connect(database.appUrl, { max: 1 })
  const subject = { id: 77, username: 'maren.holt' }
  await writeAudit(
    db,
    ...Object.values(texts).map((description) => ({ type: 'ALERT' as const, subject, description })),
  ).finally(end)
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: '' }
  const post = (route: string, body: object) =>
    fetch(`${address}/api/${route}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const login = await post('auth/login', { username: 'first.admin', password })
  headers.cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const wanted = { ...wholeDay(dayToWire(today(env.COUNTY_TIME_ZONE ?? 'America/Chicago'))), username: 'maren.holt' }

  const pdf = await PDFDocument.load(await (await post('report/userReport', wanted)).arrayBuffer())
  const fonts = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? String(object.get(PDFName.of('BaseFont'))) : []))
  for (const font of Object.keys(texts)) expect(fonts).toContainEqual(expect.stringContaining(font))
  const excel = Buffer.from(await (await post('report/userExport', wanted)).arrayBuffer())
  const cells = (await readExcel(excel)).flatMap(({ data }) => data.flat())
  expect(cells).toEqual(expect.arrayContaining(Object.values(texts)))
})
