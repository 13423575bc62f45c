import { expect, test } from 'vitest'
import { feedLimits } from '#shared/contract/feed.ts'
import { measureLoopHold } from '#tests/nonsense/loop-hold.ts'
import { parseCsv } from './parse-csv.ts'

const header = 'documentIdentifier,recordedAt,name\n'
const limits = { ...feedLimits, events: 10 }
const partiesOf = ([item]: { value: unknown }[]) => (item!.value as { parties: { name: string }[] }).parties

test.each([
  ['lines', { csvRows: 3 }, header + '1\n'.repeat(3), '3 rows'],
  ['empty lines', { csvRows: 3 }, header + '\n'.repeat(3), '3 rows'],
  ['cells', { csvCells: 8 }, `${header}1,2026-08-20,A\n1,,,\n`, '8 cells'],
])('counts more %s than a call may have before it parses them', async (_what, changed, sheet, words) => {
  const refusal = { code: 'tooLarge', message: `The request has more than ${words}. Split it into several requests.` }
  // If these were parsed, the parser would complain about a quote that is never closed.
  await expect(parseCsv(`${sheet}"`, { limits: { ...limits, ...changed } })).rejects.toMatchObject(refusal)
})

test('line ends and commas between quotes belong to a cell', async () => {
  const sheet = `${header}1,2026-08-20,"A,\n,\nB"\n`
  expect(await parseCsv(sheet, { limits: { events: 1, csvRows: 2, csvCells: 6 } })).toHaveLength(1)
})

test.each([
  ['many rows', '1,2026-08-20,MARLOWE\n'.repeat(100_000)],
  ['one long cell', `1,2026-08-20,"${'A'.repeat(9_900_000)}"\n`],
])('lets other work run while it reads a sheet of %s', async (_what, rows) => {
  const { hold, total } = await measureLoopHold(() => parseCsv(header + rows, { limits }))
  expect(hold).toBeLessThan(total / 2)
})

test('keeps multi-byte letters whole wherever a piece of the sheet ends', async () => {
  const name = '\u4E2D\u{20BB7}\u00E9'.repeat(250_000)
  for (const shift of ['', 'A', 'AB', 'ABC']) {
    const items = await parseCsv(`${header}1,2026-08-20,"${shift}${name}"\n`, { limits })
    expect(partiesOf(items)[0]?.name === shift + name).toBe(true)
  }
})

test('sets aside a document with more rows than a document can have, and takes the others', async () => {
  const rows = '1,2026-08-20,MARLOWE\n'.repeat(feedLimits.csvRowsPerDocument + 1)
  const items = await parseCsv(`${header}${rows}2,2026-08-20,MARLOWE\n`, { limits })
  expect(items.map(({ problem }) => problem)).toEqual([expect.stringContaining('5,000 rows'), undefined])
})
