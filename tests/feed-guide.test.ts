import Fastify from 'fastify'
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestRoutes } from '#server/features/feeds/ingest/ingest.routes.ts'
import { createFeed, createFeedKey } from '#server/features/feeds/manage/manage-feeds.ts'
import { bodyTypes } from '#server/features/feeds/records/decode-body.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import { csvColumns, feedLimits, feedPath } from '#shared/contract/feed.ts'
import { floodGuard } from '#shared/contract/flood-guard.ts'
import { feedColumnLabels } from '#shared/contract/labels/feed.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

/** The commands of docs/feed.md, run against the real server, and their answers compared with what the page says. */
const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../docs/feed.md'), 'utf8')

type Fence = { language: string; file: string; text: string }
const fences: Fence[] = [...guide.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', file = '', text = '']) => ({ language, file, text: text.trimEnd() }),
)
const commands = fences.flatMap(({ language, text }, place) =>
  language === 'sh' ? [{ command: text, documented: fences[place + 1] }] : [],
)

type Answer = { status: number; headers: Map<string, string>; body: unknown }

/** An answer as `curl -i` writes it, and as the guide does. */
function readAnswer(text: string): Answer {
  const [head = '', ...body] = text.replaceAll('\r\n', '\n').split('\n\n')
  const [statusLine = '', ...lines] = head.split('\n')
  const headers = lines.map((line) => {
    const [, name = '', value = ''] = /^([\w-]+): *(.*)$/.exec(line) ?? []
    return [name.toLowerCase(), value] as const
  })
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers), body: JSON.parse(body.join('\n\n')) }
}

/** The guide's text, in which a text that ends in '…' matches all texts that begin so: words for people may change. */
function expected(value: unknown): unknown {
  if (typeof value === 'string' && value.endsWith('…')) {
    const start = value.slice(0, -1)
    return expect.toSatisfy((text: unknown) => typeof text === 'string' && text !== '' && text.startsWith(start))
  }
  if (Array.isArray(value)) return value.map(expected)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, expected(part)]))
  return value
}

function compare(answer: Answer, documented: Fence | undefined) {
  expect(documented?.language).toBe('http')
  const { status, headers, body } = readAnswer(documented?.text ?? '')
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual(expected(body))
  for (const [name, value] of headers) expect(answer.headers.get(name)).toBe(value)
}

/** The mapping of the guide's example; the guide's table is compared with it. */
const mapping: FeedMapping = {
  documentIdentifier: 'RECNO',
  recordedAt: 'FILED',
  parties: [
    { role: 'GRANTOR', name: 'FROM' },
    { role: 'GRANTEE', name: 'TO' },
  ],
  parcels: ['APN'],
  extra: [],
}

/** Replaces curl on a machine without it: the options that the guide uses, no others. */
const curlStandIn = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const [url, ...rest] = process.argv.slice(2).filter((word) => word !== '-sS' && word !== '-i')
const headers = new Headers()
let body
for (let i = 0; i < rest.length; i += 2) {
  const [option, value] = rest.slice(i, i + 2)
  if (option === '-H') headers.append(...value.split(/: */s, 2))
  else if (option === '-d') body = value.replaceAll('\\n', '')
  else if (option === '--data-binary') body = readFileSync(value === '@-' ? 0 : value.slice(1))
  else throw new Error('curl ' + option + ' is not known here')
}
if (!headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded')
const answer = await fetch(url, { method: 'POST', headers, body })
const head = [...answer.headers].map(([name, value]) => name + ': ' + value)
process.stdout.write(['HTTP/1.1 ' + answer.status, ...head, '', await answer.text()].join('\\r\\n'))
`
const hasCurl = spawnSync('curl', ['--version']).status === 0

describe('the commands of docs/feed.md', () => {
  let server: TestServer
  let folder: string
  const variables: Record<string, string> = {}

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'feed-guide-'))
    for (const { file, language, text } of fences)
      if (file && language !== 'http') fs.writeFileSync(path.join(folder, file), `${text}\n`)
    if (!hasCurl) {
      fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
      fs.writeFileSync(path.join(folder, 'curl'), curlStandIn, { mode: 0o755 })
    }
    server = await startTestServer({ listen: true })
    const { db } = server.deps
    const keyOf = async (name: string, mapped?: FeedMapping) => {
      const { id } = await createFeed(db, null, { name, ...(mapped && { mapping: mapped }) })
      return (await createFeedKey(db, null, id)).key
    }
    variables.FEED_URL = server.address + feedPath
    variables.FEED_KEY = await keyOf('Recorder')
    variables.MAPPED_FEED_KEY = await keyOf('Recorder with columns of its own', mapping)
  })
  afterAll(async () => {
    await server.stop()
    fs.rmSync(folder, { recursive: true })
  })

  test('there are some, and all are curl', () => {
    expect(commands.length).toBeGreaterThan(10)
    for (const { command } of commands) expect(command).toMatch(/^(gzip -c \S+ \| )?curl -sS -i "\$FEED_URL" /)
  })

  // One after the other, in the order of the page: later ones send what earlier ones sent once more.
  test('each is answered as the page says', async () => {
    for (const { command, documented } of commands) {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], {
        cwd: folder,
        env: { PATH: [folder, path.dirname(process.execPath), process.env.PATH].join(path.delimiter), ...variables },
      })
      compare(readAnswer(stdout), documented)
    }
    const stored = await server.deps.db.selectFrom('event').select('document_id').orderBy('document_id').execute()
    const numbers = [11, 12, 13, 14, 15, 16].map((number) => `2026-0047${number}`)
    expect(stored.map((row) => row.document_id)).toEqual([...numbers, '55'])
  })

  test('429 and 503', async () => {
    const { db, pool, end } = connect('postgres://nobody:x@127.0.0.1:1/nowhere')
    const call = (key: string) => ({
      method: 'POST' as const,
      url: feedPath,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      // One to be stored, so that the calls overlap.
      payload: '{"events":[{"documentIdentifier":"busy","recordedAt":"2026-08-21","parcels":["17-03-123-051"]}]}',
    })
    const answerOf = ({
      statusCode,
      headers,
      body,
    }: {
      statusCode: number
      headers: object
      body: string
    }): Answer => ({
      status: statusCode,
      headers: new Map(Object.entries(headers)),
      body: JSON.parse(body),
    })
    const busy = Fastify()
    await ingestRoutes(busy, { ...server.deps, admission: { callsPerFeed: 1, bytesPerFeed: 1e9, bytesInAll: 1e9 } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => busy.inject(call(variables.FEED_KEY ?? ''))))
    const refused = answers.find(({ statusCode }) => statusCode !== 200)
    compare(
      answerOf(refused!),
      fences.find(({ file }) => file === '429'),
    )
    const away = Fastify()
    await ingestRoutes(away, { ...server.deps, db, pool })
    const turnedAway = answerOf(await away.inject(call('feed_x')))
    compare(
      turnedAway,
      fences.find(({ file }) => file === '503'),
    )
    expect(turnedAway.body).toEqual({ message: expect.stringContaining('Send this request again') as string })
    await Promise.all([busy.close(), away.close(), end()])
  })
})

describe('what docs/feed.md says of fields and limits', () => {
  const rows = [...guide.matchAll(/^\| (.+?) \| (.+?) \|/gm)].map(([, first = '', second = '']) => ({ first, second }))
  const amount = (number: number) => number.toLocaleString('en-US')
  const cell = (first: string) => rows.find((row) => row.first === first)?.second

  test('every field of an event, and no other', () => {
    const fields = rows.slice(rows.findIndex(({ first }) => first === 'field') + 1).map(({ first }) => first)
    const table = fields.slice(0, fields.findIndex((first) => first.startsWith('`extra`')) + 1).join(' ')
    const named = [...table.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    expect(named.toSorted()).toEqual([...csvColumns, 'parties', 'parcels', 'extra'].toSorted())
  })

  test('the length of each', () => {
    for (const field of ['documentIdentifier', 'recordedAt', 'documentType', 'role'] as const)
      expect(cell(`\`${field}\``)).toBe(amount(feedLimits[field]))
    for (const field of ['documentDescription', 'documentUrl', 'legalDescription'] as const)
      expect(cell(`\`${field}\``)).toBe(amount(feedLimits[field]))
    expect(cell('`name`, `businessName`')).toBe(amount(feedLimits.name))
    expect(cell('`firstName`, `middleName`, `lastName`, `suffix`')).toBe(amount(feedLimits.namePart))
    expect(cell('`parties`')).toBe(`${amount(feedLimits.parties)} parties`)
    expect(cell('`parcels` (CSV: `parcel`)')).toBe(
      `${amount(feedLimits.parcels)} parcels of ${amount(feedLimits.parcel)}`,
    )
    expect(cell('`extra`')).toBe(`${amount(feedLimits.extra)} as JSON`)
  })

  test('the limits of a call', () => {
    const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`
    expect(cell('body as sent')).toBe(megabytes(feedLimits.wireBytes))
    expect(cell('body unpacked')).toBe(megabytes(feedLimits.unpackedBytes))
    expect(cell('records in a call')).toBe(amount(feedLimits.events))
    expect(cell('lines of a CSV file')).toBe(amount(feedLimits.csvRows))
    expect(cell('cells of a CSV file')).toBe(amount(feedLimits.csvCells))
    expect(cell('CSV rows of a record')).toBe(amount(feedLimits.csvRowsPerDocument))
    expect(cell('parties in a record')).toBe(amount(feedLimits.parties))
    expect(cell('parcels in a record')).toBe(amount(feedLimits.parcels))
    expect(cell('problems listed for a record')).toBe(amount(feedLimits.problems))
    expect(guide).toContain(`older than ${settingsGroups.service.initial.floodRecordAgeDays} days`)
    expect(guide).toContain(`above ${amount(floodGuard.floor)}, or five times a usual day`)
    expect(floodGuard.factor).toBe(5)
  })

  test('the formats and the example of a mapping', () => {
    for (const type of bodyTypes) expect(guide).toContain(`\`Content-Type: ${type}\``)
    expect(cell(feedColumnLabels.documentIdentifier)).toBe('`RECNO`')
    expect(cell(feedColumnLabels.recordedAt)).toBe('`FILED`')
    expect(cell('Party 1, role `GRANTOR`, Full name column')).toBe('`FROM`')
    expect(cell('Party 2, role `GRANTEE`, Full name column')).toBe('`TO`')
    expect(cell(feedColumnLabels.parcels)).toBe('`APN`')
  })
})
