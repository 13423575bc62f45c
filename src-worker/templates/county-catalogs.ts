import path from 'node:path'
import type { Env } from '#shared/node/configuration/env.ts'
import { compareTexts, textsByKey } from '#shared/node/domain/translations/compare-texts.ts'
import { readCountyTexts } from '#shared/node/domain/translations/county-texts.ts'
import { getLanguageForTag, type TextGroup, textGroups, type Catalog, createCatalog } from './catalog/catalog.ts'
import { english } from './catalog/en.ts'
import { findOverlongText } from './find-overlong-text.ts'

/** The county's catalogs by language, and why English replaces some of its texts. */
type CountyCatalogs = { catalogs: Map<string, Catalog>; refused: string[] }

/** The subfolder of TRANSLATIONS_DIR with the translations of messages. */
const folder = 'messages'

const read = new WeakMap<Env, CountyCatalogs>()

/**
 * Reads the county's translations of the messages (docs/translations.md), once per process. English replaces a text that
 * lacks a value, or a text message that would be too long.
 * @throws TranslationFaults if a file is not a translation
 */
export function readCountyCatalogs(env: Env): CountyCatalogs {
  const known = read.get(env)
  if (known) return known
  const made: CountyCatalogs = { catalogs: new Map(), refused: [] }
  const where = env.TRANSLATIONS_DIR && path.join(env.TRANSLATIONS_DIR, folder)
  for (const [tag, texts] of readCountyTexts(where, { optional: true })) {
    const { catalog, refused } = createCheckedCatalog(tag, textsByKey(texts), env.PUBLIC_URL)
    made.catalogs.set(getLanguageForTag(tag), catalog)
    made.refused.push(...refused.map((line) => `${folder}/${tag}.json: ${line}`))
  }
  read.set(env, made)
  return made
}

const englishTexts = textsByKey(english)

/**
 * A language's catalog, from the usable texts of a translation.
 * @param publicUrl the beginning of every link: text messages must have room for links
 */
export function createCheckedCatalog(tag: string, texts: Map<string, string>, publicUrl: string) {
  const own = new Map(texts)
  const refused = compareTexts(englishTexts, own).faults
  for (const fault of refused) own.delete(fault.slice(0, fault.indexOf(':')))
  for (const group of textGroups) {
    const fault = dropPartialGroup(group, own)
    if (fault) refused.push(fault)
  }
  let catalog = createCatalog(tag, own)
  for (const group of textGroups) {
    const fault = findOverlongText(group, catalog, publicUrl)
    if (!fault) continue
    refused.push(`text.${group}: ${fault}`)
    dropGroup(group, own)
    catalog = createCatalog(tag, own)
  }
  return { catalog, refused }
}

const keysOf = (group: TextGroup) => Object.keys(english.text[group]).map((key) => `text.${group}.${key}`)
const dropGroup = (group: TextGroup, own: Map<string, string>) => {
  for (const key of keysOf(group)) own.delete(key)
}

/** The reply words that we understand, which a translation must keep unchanged. */
const replies = /\b(STOP|YES)\b/g

/** A text message is in one language as a whole, so this drops a group that cannot be; returns why. */
function dropPartialGroup(group: TextGroup, own: Map<string, string>): string | null {
  const keys = keysOf(group)
  const missing = keys.filter((key) => !own.has(key))
  if (missing.length === keys.length) return null
  const silent = keys.flatMap((key) =>
    (englishTexts.get(key)?.match(replies) ?? [])
      .filter((reply) => own.has(key) && !own.get(key)?.includes(reply))
      .map((reply) => `${key} must contain the reply ${reply} unchanged`),
  )
  if (missing.length === 0 && silent.length === 0) return null
  dropGroup(group, own)
  return `text.${group}: ${[...missing.map((key) => `${key} is missing, and each text must be in a single language`), ...silent].join('; ')}`
}
