import { hash } from 'node:crypto'
import type { z } from 'zod'
import { eventSchema, feedLimits, noCharacter, type ReadableEvent } from '#shared/contract/feed.ts'
import type { Party } from '#shared/contract/party.ts'
import { mangledParcelReason } from '#shared/matching/parcel.ts'
import { parseRecordedAt } from '#shared/domain/feed/recorded-at.ts'
import type { EventRow } from './event.queries.ts'
import { findBrokenBound } from '#server/platform/json-bounds.ts'

export type ReadingFeed = { id: number; timeZone: string | null }
export type ReadResult = { row: EventRow; problems?: undefined } | { row?: undefined; problems: string[] }

/**
 * Reads one item of a call into the row to be stored, or says in plain words what is wrong with it. Texts are trimmed;
 * parties and parcels that are empty are left out; spoilt parcel ids are set aside with their reason.
 */
export function readEvent(item: unknown, feed: ReadingFeed, countyZone: string): ReadResult {
  const overgrown = overgrowth(item)
  if (overgrown) return { problems: [overgrown] }
  const checked = eventSchema.safeParse(item)
  const zones = { feedZone: feed.timeZone ?? countyZone, countyZone }
  if (!checked.success) return { problems: allProblems(item, checked.error.issues, zones) }
  const event = checked.data
  const { recorded, parties, given, extra, problems } = lookInto(event, zones)
  if (problems.length > 0 || !recorded) return { problems }

  const parcels: string[] = []
  const spoilt: { value: string; reason: string }[] = []
  for (const value of given) {
    const reason = mangledParcelReason(value)
    if (reason === null) parcels.push(value)
    else spoilt.push({ value, reason })
  }

  const type = event.documentType?.trim() ?? ''
  const description = event.documentDescription?.trim() ?? ''
  const url = event.documentUrl?.trim() ?? ''
  const legal = event.legalDescription?.trim() ?? ''
  const at = recorded.at.toISOString()
  const head = [at, String(recorded.hasTime), recorded.on, type, description, url, legal]
  return {
    row: {
      feed_id: feed.id,
      document_id: event.documentIdentifier.trim(),
      content_hash: contentHash(head, parties, given),
      document_type: type,
      document_description: description,
      document_url: url,
      legal_description: legal,
      recorded_at: at,
      recorded_has_time: recorded.hasTime,
      recorded_on: recorded.on,
      parties,
      parcels,
      spoilt_parcels: spoilt.length > 0 ? spoilt : null,
      extra,
    },
  }
}

type Zones = { feedZone: string; countyZone: string }

/**
 * What is said by an event whose fields are sound each by itself, and what is wrong with it all the same.
 * @param unsound fields that are left out because they are not: nothing is said of these
 */
function lookInto(event: Partial<ReadableEvent>, zones: Zones, unsound = new Set<unknown>()) {
  const problems: string[] = []
  const recorded = parseRecordedAt(event.recordedAt ?? '', zones)
  if (!recorded && !unsound.has('recordedAt'))
    problems.push('recordedAt is not a date; write it as 2026-08-20 or 2026-08-20T14:48:00')

  const parties = (event.parties ?? []).map(trimParty).filter((party) => party !== null)
  const given = (event.parcels ?? []).map((parcel) => parcel?.trim() ?? '').filter(Boolean)
  if (parties.length === 0 && given.length === 0 && !unsound.has('parties') && !unsound.has('parcels'))
    problems.push('the event has no parties and no parcels; send at least one')

  const { text: extra, problem } = readExtra(event.extra)
  if (problem) problems.push(problem)
  return { recorded, parties, given, extra, problems }
}

/** Every fault of an item at once: those of its fields, and what is wrong with the rest. */
function allProblems(item: unknown, issues: readonly Issue[], zones: Zones): string[] {
  const problems = inWords(issues)
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return problems
  const unsound = new Set<unknown>(issues.map(({ path }) => path[0]))
  const sound: Partial<ReadableEvent> = Object.fromEntries(
    Object.entries(item).filter(([field]) => !unsound.has(field)),
  )
  return [...problems, ...lookInto(sound, zones, unsound).problems].slice(0, feedLimits.problems)
}

const mostFields = 100

/** Asked before each of a million parties is checked by itself. */
function overgrowth(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null
  for (const list of ['parties', 'parcels'] as const) {
    const given = (item as Record<string, unknown>)[list]
    if (Array.isArray(given) && given.length > feedLimits[list])
      return `${list} has more than ${feedLimits[list].toLocaleString('en-US')} ${list}`
  }
  return Object.keys(item).length > mostFields ? `the event has more than ${mostFields} fields` : null
}

/** Says what names an item, where anything does; for answers and quarantine. */
export function documentIdentifierOf(item: unknown): string | null {
  const id =
    typeof item === 'object' && item !== null && 'documentIdentifier' in item ? item.documentIdentifier : undefined
  if (typeof id === 'number') return String(id)
  return typeof id === 'string' ? id.toWellFormed().replaceAll('\0', '').slice(0, feedLimits.documentIdentifier) : null
}

const partyFields = ['role', 'name', 'firstName', 'middleName', 'lastName', 'suffix', 'businessName'] as const

function trimParty(given: NonNullable<ReadableEvent['parties']>[number]): Party | null {
  const party: Party = {}
  let named = false
  for (const field of partyFields) {
    const value = given[field]?.trim()
    if (!value) continue
    party[field] = value
    if (field !== 'role') named = true
  }
  return named ? party : null
}

/**
 * SHA-256 over every read field. Canonical: composed characters (NFC), and parties and parcels in an order of their
 * own, since feeds list them as their database happens to. NUL, which no text holds, parts the fields.
 */
function contentHash(head: string[], parties: Party[], parcels: string[]): string {
  const sortedParties = parties.map((party) => partyFields.map((field) => party[field]).join('\0')).toSorted()
  const content = [...head, parties.length, ...sortedParties, ...parcels.toSorted()]
  return hash('sha256', content.join('\0').normalize('NFC'))
}

/**
 * NUL or half of a surrogate pair, as JSON writes it, in a key or a value: behind backslashes that do not quote this one.
 * JSON.stringify writes no other character so.
 */
const unsound = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/

/** `extra` as the JSON text to keep. It is not read, but it must fit and be text that others can read. */
function readExtra(extra: unknown): { text: string | null; problem?: string } {
  if (extra === undefined || extra === null) return { text: null }
  const text = toJson(extra)
  if (text !== null && text.length > feedLimits.extra)
    return { text: null, problem: `extra is longer than ${feedLimits.extra.toLocaleString('en-US')} characters` }
  if (text === null || findBrokenBound(text, { depth: feedLimits.nesting }))
    return { text: null, problem: `extra is nested deeper than ${feedLimits.nesting} levels` }
  if (unsound.test(text)) return { text: null, problem: `extra ${noCharacter}` }
  return { text }
}

/** null where a value is nested too deep to be written at all. */
export function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

type Issue = z.core.$ZodIssue

/** 'parties[0].name must be text', one line a fault. */
function inWords(issues: readonly Issue[]): string[] {
  const lines = issues.flatMap((issue) => {
    const place = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
    const where = place.replace(/^\./, '')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(
        (key) => `${where ? `${where}.` : ''}${shown(key)} is not a field of an event; put additional data in extra`,
      )
    return `${where || 'the event'} ${issue.message}`
  })
  return [...new Set(lines)].slice(0, feedLimits.problems)
}

const shown = (key: string) => key.toWellFormed().replaceAll('\0', '').slice(0, 60)
