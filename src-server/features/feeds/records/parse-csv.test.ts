import { expect, test } from 'vitest'
import { parseCsv } from './parse-csv.ts'

const header = 'documentIdentifier,recordedAt,name\n'
const maxDocuments = 10
const partiesOf = ([item]: { value: unknown }[]) => (item!.value as { parties: { name: string }[] }).parties

test('a sheet whose rows are all of one document is read in good time', async () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => `1,2026-08-20,MARLOWE ${i}\n`)
  const started = performance.now()
  const items = await parseCsv(header + rows.join(''), { maxDocuments })
  expect(items).toHaveLength(1)
  expect(partiesOf(items)).toHaveLength(60_000)
  // Reading it again for each row took a minute.
  expect(performance.now() - started).toBeLessThan(15_000)
}, 90_000)

test('other work has its turn while a large sheet is read', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await parseCsv(header + '1,2026-08-20,MARLOWE\n'.repeat(100_000), { maxDocuments })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})

test('letters of several bytes are whole wherever the sheet is cut for reading', async () => {
  const name = '\u4E2D\u{20BB7}\u00E9'.repeat(250_000)
  for (const shift of ['', 'A', 'AB', 'ABC']) {
    const items = await parseCsv(`${header}1,2026-08-20,"${shift}${name}"\n`, { maxDocuments })
    expect(partiesOf(items)[0]?.name === shift + name).toBe(true)
  }
})

test('a document of more rows than any has is set aside, the others are taken', async () => {
  const items = await parseCsv(`${header}${'1,2026-08-20,MARLOWE\n'.repeat(100_001)}2,2026-08-20,MARLOWE\n`, {
    maxDocuments,
  })
  expect(items.map(({ problem }) => problem)).toEqual([expect.stringContaining('100,000 rows'), undefined])
}, 30_000)
