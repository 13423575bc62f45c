import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const client = join(import.meta.dirname, '..')

/** Tailwind's own colors, which tokens.css disables: such a class has no effect. */
const offPalette =
  /\b(?:bg|text|border|fill|stroke|ring|outline|decoration|accent)-(?:white|black|(?:slate|gray|zinc|stone|red|orange|amber|yellow|green|teal|cyan|sky|blue|indigo|violet|purple|pink|rose)-\d+)\b/g

it('no component uses a color that is not a token', () => {
  const found = globSync('**/*.tsx', { cwd: client }).flatMap((file) =>
    [...readFileSync(join(client, file), 'utf8').matchAll(offPalette)].map(([name]) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
