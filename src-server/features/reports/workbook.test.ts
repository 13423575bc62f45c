import excel from 'exceljs'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createLog, type Log } from '#shared/node/platform/log.ts'
import { startReading, readPages } from './pages.ts'
import { cellText, createWorkbook } from './workbook.ts'

const within = 60_000
const quiet = createLog('test', 'silent')
const columns = [['Name', 10]] as const

/** Endless rows that do not compress, and how many were asked for. */
function endless() {
  const asked = { pages: 0, ended: false }
  async function* pages() {
    try {
      for (;;) {
        asked.pages += 1
        yield Array.from({ length: 1000 }, () => [
          Buffer.from(crypto.getRandomValues(new Uint8Array(60))).toString('base64'),
        ])
      }
    } finally {
      asked.ended = true
    }
  }
  return { asked, pages: pages() }
}

test('a reader that stops reading pauses the rows; one that leaves ends them', async () => {
  const { asked, pages } = endless()
  const file = createWorkbook('Sheet', columns, pages, quiet)
  await vi.waitFor(() => expect(asked.pages).toBeGreaterThan(1), within)
  // No more rows are read once the buffer is full.
  let before = -1
  await vi.waitFor(
    async () => {
      const steady = asked.pages === before
      before = asked.pages
      await sleep(100)
      expect(steady && asked.pages === before).toBe(true)
    },
    { timeout: 60_000, interval: 0 },
  )
  expect(asked.pages).toBeLessThan(30)
  // Reading makes room for more rows.
  for (let reads = 0; reads < 200; reads += 1) file.read()
  await vi.waitFor(() => {
    file.read()
    expect(asked.pages).toBeGreaterThan(before)
  }, within)
  file.destroy()
  await vi.waitFor(() => expect(asked.ended).toBe(true), within)
})

test('a failure amid the rows cuts the file off, so that half of it cannot pass for all of it', async () => {
  const told: string[] = []
  const log: Log = { ...quiet, error: (message) => void told.push(message) }
  async function* pages() {
    yield [['first']]
    throw new Error('The database went away.')
  }
  const file = createWorkbook('Sheet', columns, pages(), log)
  file.resume()
  await expect(new Promise((_, reject) => file.once('error', reject))).rejects.toThrow('The database went away.')
  expect(told).toEqual(['report.spreadsheet_failed'])
})

test.each([
  ['a formula', '=1+1', '=1+1'],
  ['no control characters', 'a\u0000b\u0007c\u001fd\uffffe', 'abcde'],
  ['tabs and lines', '\ttab and\nline', '\ttab and\nline'],
  ['no half characters', 'half \ud83d', 'half \ufffd'],
  ['the most that Excel takes', 'x'.repeat(32_767), 'x'.repeat(32_767)],
  ['the beginning of more', 'x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
  ['no half of the last one', `${'x'.repeat(32_765)}🏠🏠`, `${'x'.repeat(32_765)}\ufffd…`],
])('a cell keeps as text: %s', (_what, text, expected) => expect(cellText(text) === expected).toBe(true))

test('pages follow each other, each after the last row of the one before', async () => {
  const asked: (number | undefined)[] = []
  const read = async (after: number | undefined, size: number) => {
    asked.push(after)
    const first = (after ?? 0) + 1
    return Array.from({ length: Math.min(size, 7 - (after ?? 0)) }, (_, index) => first + index)
  }
  const seen: number[][] = []
  for await (const page of await startReading(readPages(read, 3))) seen.push(page)
  expect([seen, asked]).toEqual([
    [[1, 2, 3], [4, 5, 6], [7]],
    [undefined, 3, 6],
  ])
})

test('a failure of the first page is an error before the file begins', async () => {
  const read = () => Promise.reject(new Error('no database'))
  await expect(startReading(readPages(read))).rejects.toThrow('no database')
})

test('counts and times are numbers and dates, and the headings have filters', async () => {
  async function* pages() {
    yield [['ada', 12, new Date('2026-03-08T17:05:00Z')]]
    yield [['bo', 0, '']]
  }
  const heads = [['Name', 10] as const, ['Alerts', 8] as const, ['Created', 20] as const]
  const file = await buffer(createWorkbook('Sheet', heads, pages(), quiet))
  const book = new excel.Workbook()
  await book.xlsx.load(file as unknown as ArrayBuffer)
  const sheet = book.worksheets[0]
  const cells = (row: number) => [1, 2, 3].map((column) => sheet?.getCell(row, column).value)
  expect([cells(2), cells(3)]).toEqual([
    ['ada', 12, new Date('2026-03-08T17:05:00Z')],
    ['bo', 0, null],
  ])
  expect([1, 2, 3].map((column) => sheet?.getCell(2, column).numFmt)).toEqual(['@', '#,##0', 'mm/dd/yyyy h:mm AM/PM'])
  expect(sheet?.autoFilter).toBe('A1:C3')
})
