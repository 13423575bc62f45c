import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const depcruise = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const matching = 'shared/matching'
const node = 'shared/node'

/** One breach of each rule. */
const breaches: [rule: string, from: string, to: string][] = [
  ['matching-floor-tables', `${matching}/tables/names.ts`, `${matching}/text/tokens.ts`],
  ['matching-floor-text', `${matching}/text/normalize.ts`, `${matching}/people/surname.ts`],
  ['matching-floor-people-business-parcels', `${matching}/people/person.ts`, `${matching}/business/business.ts`],
  ['matching-floor-party-explain', `${matching}/party/party.ts`, `${matching}/rule/keys.ts`],
  ['matching-floor-rule', `${matching}/rule/decide.ts`, `${matching}/public.ts`],
  ['matching-has-one-door', 'src-worker/matching/batch.ts', `${matching}/rule/keys.ts`],
  ['matching-has-one-door', 'src-worker/matching/batch.test.ts', `${matching}/tables/words.ts`],
  ['platform-below-providers', `${node}/platform/log.ts`, `${node}/configuration/env.ts`],
  ['platform-below-providers', `${node}/platform/queue.ts`, `${node}/providers/registry.ts`],
  ['providers-below-configuration', `${node}/providers/common/values.ts`, `${node}/configuration/env.ts`],
]

/** Imports that the same rules allow. */
const allowed: [from: string, to: string][] = [
  [`${matching}/text/all-words.ts`, `${matching}/tables/words.ts`],
  [`${matching}/people/given-names.ts`, `${matching}/people/surname.ts`],
  [`${matching}/rule/version.ts`, `${matching}/party/tails.ts`],
  [`${matching}/tables/words.test.ts`, `${matching}/rule/keys.ts`],
  ['src-worker/matching/start.ts', `${matching}/public.ts`],
  ['src-server/platform/mask.ts', `${matching}/parcels/parcel.ts`],
  ['tests/matching/pairs.test.ts', `${matching}/rule/keys.ts`],
  [`${node}/configuration/load.ts`, `${node}/providers/registry.ts`],
  [`${node}/providers/common/send.ts`, `${node}/platform/clock.ts`],
]

/** Writes files that import each other like this, and reads which of the imports breach a rule. */
function findBreaches(imports: [from: string, to: string][]): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imports-'))
  try {
    const write = (file: string, text: string) => {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      fs.writeFileSync(path.join(folder, file), text)
    }
    write('tsconfig.json', '{}')
    write('package.json', '{ "type": "module" }')
    for (const [, to] of imports) write(to, 'export const value = 1\n')
    for (const [from, to] of imports) {
      const place = path.relative(path.dirname(from), to)
      write(
        from,
        `import { value } from '${place.startsWith('.') ? place : `./${place}`}'\nexport const used = value\n`,
      )
    }
    const args = ['--config', path.join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', '.']
    const report = JSON.parse(
      execFileSync(process.execPath, [depcruise, ...args], { cwd: folder, encoding: 'utf8' }),
    ) as {
      summary: { violations: { rule: { name: string }; from: string; to: string }[] }
    }
    return report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

test('the rules of imports find a breach of each, and allow what is meant', () => {
  const found = findBreaches([...breaches.map(([, from, to]): [string, string] => [from, to]), ...allowed])
  expect(found.toSorted()).toEqual(breaches.map(([rule, from, to]) => `${rule}: ${from} -> ${to}`).toSorted())
})

test('each floor of matching has a breach here', async () => {
  const { default: config } = (await import(path.join(root, '.dependency-cruiser.cjs'))) as {
    default: { forbidden: { name: string }[] }
  }
  const floors = config.forbidden.flatMap(({ name }) => (name.startsWith('matching-floor-') ? [name] : []))
  const tested = new Set(breaches.map(([rule]) => rule))
  expect(floors.filter((name) => !tested.has(name))).toEqual([])
})
