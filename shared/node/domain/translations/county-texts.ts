import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { languages } from '#shared/contract/languages.ts'

/** Texts in groups, such as { login: { title: 'Giriş' } }; the keys are those of the English catalog. */
type Texts = { [key: string]: string | Texts }
const texts: z.ZodType<Texts> = z.lazy(() => z.record(z.string(), z.union([z.string(), texts])))

export type CountyTexts = ReadonlyMap<string, Texts>

/** The languages that a county can translate into: all on offer except English. */
export const translatable: readonly string[] = Object.values(languages)
  .map(({ tag }) => tag)
  .filter((tag) => tag !== languages.ENGLISH.tag)

/** A folder of translations with faults, one line each. */
export class TranslationFaults extends Error {}

/**
 * Reads the county's translations (docs/translations.md): files such as tr.json in the folder of TRANSLATIONS_DIR.
 * @param optional if true, a missing folder means no translations
 * @throws TranslationFaults with all faults
 */
export function readCountyTexts(folder: string | undefined, { optional = false } = {}): CountyTexts {
  const found = new Map<string, Texts>()
  if (folder === undefined || (optional && !existsSync(folder))) return found
  const faults: string[] = []
  for (const name of filesOf(folder)) {
    const tag = name.replace(/\.json$/, '')
    if (!translatable.includes(tag)) {
      faults.push(`${name}: the name must be one of ${translatable.map((one) => `${one}.json`).join(', ')}`)
      continue
    }
    try {
      found.set(tag, texts.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))))
    } catch (error) {
      faults.push(`${name}: ${error instanceof z.ZodError ? placesOf(error) : 'it is not JSON'}`)
    }
  }
  if (faults.length > 0)
    throw new TranslationFaults(
      `TRANSLATIONS_DIR has errors in ${folder}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
  return found
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    throw new TranslationFaults(`Cannot read the folder in TRANSLATIONS_DIR: ${folder}`)
  }
}

const placesOf = (error: z.ZodError) =>
  `it must contain only texts and groups of texts (${error.issues.map(({ path: place }) => place.join('.') || 'whole file').join(', ')})`
