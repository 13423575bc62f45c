import { hash } from 'node:crypto'
import type { z } from 'zod'
import { findBrokenBound } from '#server/platform/json-bounds.ts'
import { eventSchema, feedLimits, invalidCharacterMessage, type ReadableEvent } from '#shared/contract/feed.ts'
import type { Party } from '#shared/contract/party.ts'
import { isFarAhead, parseRecordedAt } from '#shared/domain/feed/recorded-at.ts'
import { mangledParcelReason } from '#shared/matching/parcels/parcel.ts'
import { partlyReadParcelReason } from '#shared/matching/public.ts'
import type { EventRow } from './event.queries.ts'

export type EventFeed = { id: number; timeZone: string | null }
/** `warning`: the event is stored, but probably wrong. */
type ParsedEvent =
  | { row: EventRow; warning?: string; problems?: undefined }
  | { row?: undefined; warning?: undefined; problems: string[] }

const aheadWarning = 'recordedAt is more than a day ahead; check the date, and send the record again if it is wrong'

/**
 * Parses one item of a call into the row to store, or describes its problems in plain words. Trims texts, leaves out
 * empty parties and parcels, and sets mangled parcel ids aside with the reason. A range of parcels that we match only
 * by its ends stays among the parcels, and staff see the reason too.
 */
export function parseEvent(item: unknown, feed: EventFeed, countyZone: string): ParsedEvent {
  const tooLarge = findTooLarge(item)
  if (tooLarge) return { problems: [tooLarge] }
  const checked = eventSchema.safeParse(item)
  const zones = { feedZone: feed.timeZone ?? countyZone, countyZone }
  if (!checked.success) return { problems: collectProblems(item, checked.error.issues, zones) }
  const event = checked.data
  const { recorded, parties, sentParcels, situsAddresses, extra, problems } = checkEvent(event, zones)
  if (problems.length > 0 || !recorded) return { problems }

  const parcels: string[] = []
  const mangled: { value: string; reason: string }[] = []
  for (const value of sentParcels) {
    const reason = mangledParcelReason(value)
    if (reason === null) parcels.push(value)
    const cause = reason ?? partlyReadParcelReason(value)
    if (cause !== null) mangled.push({ value, reason: cause })
  }

  const type = event.documentType?.trim() ?? ''
  const description = event.documentDescription?.trim() ?? ''
  const url = event.documentUrl?.trim() ?? ''
  const legal = event.legalDescription?.trim() ?? ''
  const restricted = event.restricted === true
  const at = recorded.at.toISOString()
  const head = [at, String(recorded.hasTime), recorded.on, type, description, url, legal]
  return {
    ...(isFarAhead(recorded.at, new Date()) && { warning: aheadWarning }),
    row: {
      feed_id: feed.id,
      document_id: event.documentIdentifier.trim(),
      content_hash: contentHash(head, { parties, parcels: sentParcels, situsAddresses, restricted }),
      document_type: type,
      document_description: description,
      document_url: url,
      legal_description: legal,
      recorded_at: at,
      recorded_has_time: recorded.hasTime,
      recorded_on: recorded.on,
      parties,
      parcels,
      spoilt_parcels: mangled.length > 0 ? mangled : null,
      situs_addresses: situsAddresses.size > 0 ? Object.fromEntries(situsAddresses) : null,
      restricted,
      extra,
    },
  }
}

type Zones = { feedZone: string; countyZone: string }

/**
 * Interprets an event whose fields are valid by themselves, and collects the problems that remain.
 * @param unsound invalid fields, which were left out and get no further problems
 */
function checkEvent(event: Partial<ReadableEvent>, zones: Zones, unsound = new Set<unknown>()) {
  const problems: string[] = []
  const recorded = parseRecordedAt(event.recordedAt ?? '', zones)
  if (!recorded && !unsound.has('recordedAt'))
    problems.push('recordedAt is not a date; write it as 2026-08-20 or 2026-08-20T14:48:00')

  const parties = (event.parties ?? []).map(trimParty).filter((party) => party !== null)
  const { sentParcels, situsAddresses } = readParcels(event.parcels ?? [])
  if (parties.length === 0 && sentParcels.length === 0 && !unsound.has('parties') && !unsound.has('parcels'))
    problems.push('the event has no parties and no parcels; send at least one')

  const { text: extra, problem } = serializeExtra(event.extra)
  if (problem) problems.push(problem)
  return { recorded, parties, sentParcels, situsAddresses, extra, problems }
}

/** The parcels as sent, without empty ones, and the addresses that came with them. Of several for one parcel, the last counts. */
function readParcels(given: NonNullable<ReadableEvent['parcels']>) {
  const sentParcels: string[] = []
  const situsAddresses = new Map<string, string>()
  for (const parcel of given) {
    const { id, situsAddress } = typeof parcel === 'object' && parcel !== null ? parcel : { id: parcel }
    const sent = id?.trim()
    if (!sent) continue
    sentParcels.push(sent)
    const address = situsAddress?.trim()
    if (address) situsAddresses.set(sent, address)
  }
  return { sentParcels, situsAddresses }
}

/** All problems of an item: those of its fields, and those of the event as a whole. */
function collectProblems(item: unknown, issues: readonly Issue[], zones: Zones): string[] {
  const problems = describeIssues(issues)
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return problems
  const unsound = new Set<unknown>(issues.map(({ path }) => path[0]))
  const sound: Partial<ReadableEvent> = Object.fromEntries(
    Object.entries(item).filter(([field]) => !unsound.has(field)),
  )
  return [...problems, ...checkEvent(sound, zones, unsound).problems].slice(0, feedLimits.problems)
}

const maxFields = 100

/** Checked first, before validating what could be a million parties. */
function findTooLarge(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null
  for (const list of ['parties', 'parcels'] as const) {
    const given = (item as Record<string, unknown>)[list]
    if (Array.isArray(given) && given.length > feedLimits[list])
      return `${list} has more than ${feedLimits[list].toLocaleString('en-US')} ${list}`
  }
  return Object.keys(item).length > maxFields ? `the event has more than ${maxFields} fields` : null
}

/** The identifier of an item if it has one, for answers and quarantine. */
export function getDocumentIdentifier(item: unknown): string | null {
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

type HashedLists = {
  parties: Party[]
  parcels: string[]
  situsAddresses: ReadonlyMap<string, string>
  restricted: boolean
}

/**
 * SHA-256 over every parsed field. Canonical: composed characters (NFC), and sorted parties and parcels, because feeds
 * list them in any order. NUL, which no text contains, separates the fields. Addresses and `restricted` come last, each
 * after an empty field, which no parcel is: an event without them keeps the hash that it always had.
 */
function contentHash(head: string[], { parties, parcels, situsAddresses, restricted }: HashedLists): string {
  const sortedParties = parties.map((party) => partyFields.map((field) => party[field]).join('\0')).toSorted()
  const content = [...head, parties.length, ...sortedParties, ...parcels.toSorted()]
  if (situsAddresses.size > 0)
    content.push('', 'situsAddress', ...[...situsAddresses].map((pair) => pair.join('\0')).toSorted())
  if (restricted) content.push('', 'restricted')
  return hash('sha256', content.join('\0').normalize('NFC'))
}

/**
 * NUL or half of a surrogate pair, as JSON writes it, in a key or a value: after backslashes that do not quote this
 * one. JSON.stringify writes no other character this way.
 */
const unsound = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/

/** `extra` as the JSON text to store. It is not interpreted, but it must fit and be valid text. */
function serializeExtra(extra: unknown): { text: string | null; problem?: string } {
  if (extra === undefined || extra === null) return { text: null }
  const text = toJson(extra)
  if (text !== null && text.length > feedLimits.extra)
    return { text: null, problem: `extra is longer than ${feedLimits.extra.toLocaleString('en-US')} characters` }
  if (text === null || findBrokenBound(text, { depth: feedLimits.jsonDepth }))
    return { text: null, problem: `extra is nested deeper than ${feedLimits.jsonDepth} levels` }
  if (unsound.test(text)) return { text: null, problem: `extra ${invalidCharacterMessage}` }
  return { text }
}

/** null if a value is nested too deep for JSON.stringify. */
export function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

type Issue = z.core.$ZodIssue

/** 'parties[0].name must be text', one line per fault. */
function describeIssues(issues: readonly Issue[]): string[] {
  const lines = issues.flatMap((issue) => {
    const place = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
    const where = place.replace(/^\./, '')
    if (issue.code === 'invalid_union') return describeIssues(pickForm(issue))
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(
        (key) =>
          `${where ? `${where}.` : ''}${toSafeKey(key)} is not a field of an event; put additional data in extra`,
      )
    return `${where || 'the event'} ${issue.message}`
  })
  return [...new Set(lines)].slice(0, feedLimits.problems)
}

/**
 * The problems of a value that may have several forms: those of the form that it was meant to have, if it resembles
 * one.
 */
function pickForm({ errors, path, message }: Extract<Issue, { code: 'invalid_union' }>): Issue[] {
  const meant = errors.find(
    (issues) => !issues.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0),
  )
  return meant?.map((issue) => ({ ...issue, path: [...path, ...issue.path] })) ?? [{ code: 'custom', path, message }]
}

const toSafeKey = (key: string) => key.toWellFormed().replaceAll('\0', '').slice(0, 60)
