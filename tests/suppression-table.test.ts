import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** The only files of the product that name the table, other than the type of its row. */
const allowed = [
  // How statements ask the rule, and its condition for lists.
  'shared/node/domain/recipients/deliverable.queries.ts',
  // The statements that list, add, lift and copy suppressions.
  'shared/node/domain/recipients/suppression.queries.ts',
  'shared/node/platform/database/types/recipients.ts',
]

/** The table in SQL, in a Kysely call, or as a key of the tables' types. */
const namesTable =
  /\b(?:from|join|into|update|table|using|null::)\s*suppression\b|['"`]suppression['"`]|^\s*suppression: S/m
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

test.each([
  ['select from suppression s', true],
  ["db.selectFrom('suppression')", true],
  ['update suppression set lifted_at = now()', true],
  ['json_populate_record(null::suppression, body)', true],
  ['select from suppressed_recipient', false],
  ["type: 'SUPPRESSION'", false],
  ['const suppression = suppressionFor(row)', false],
])('%s', (text, names) => {
  expect(namesTable.test(text)).toBe(names)
})

test('who asks whether a recipient may get a message asks the rule in the database, not the table', () => {
  const files = fs.globSync('{shared,src-server,src-worker,scripts}/**/*.ts', { cwd: root })
  const product = files.filter((file) => !file.endsWith('.test.ts'))
  const naming = product.filter((file) =>
    namesTable.test(withoutComments(fs.readFileSync(path.join(root, file), 'utf8'))),
  )
  expect(product.length).toBeGreaterThan(300)
  expect(naming.map((file) => file.replaceAll(path.sep, '/')).toSorted()).toEqual(allowed.toSorted())
})
