import { findBrokenBound } from '#server/platform/json-bounds.ts'
import { AppError } from '#shared/contract/errors.ts'
import { eventsBody, feedLimits } from '#shared/contract/feed.ts'
import { createTurns } from '#shared/node/platform/concurrency/turns.ts'
import type { IncomingItem } from './incoming-item.ts'
import { tooManyEventsError } from './parse-csv.ts'

/**
 * Brackets, commas and colons of one event: a thousand parties and parcels with `extra` at its longest have fewer. An
 * engine takes milliseconds for a thousand objects whose keys are all different, and parses a text in one turn of the
 * event loop.
 */
const maxParts = 100_000
const tooManyParts = 'the event has too many values'
/** A body of up to this many characters is parsed in one step, whatever it holds. */
const parsedAtOnce = 64 * 1024
/** Characters that may surround the events. */
const maxShell = 1_000

const notJson = () => new AppError('malformed', 'The body is not valid JSON.')
const notEvents = () => new AppError('malformed', 'The body must be { "events": [ … ] }.')

/**
 * The events of a JSON body. Each is parsed separately, and other callers get their turn in between.
 * @throws AppError malformed if the body is not JSON or not of that form, tooLarge with too many events
 */
export async function parseJsonEvents(text: string): Promise<IncomingItem[]> {
  if (text.length <= parsedAtOnce) return eventsIn(text).map((value, index) => ({ index, value }))
  const items: IncomingItem[] = []
  const turns = createTurns()
  const texts = eventTexts(text)
  let next = texts.next()
  for (; !next.done; next = texts.next()) {
    if (items.length >= feedLimits.events) throw tooManyEventsError(feedLimits.events)
    const { json, parts } = next.value
    items.push(parts > maxParts ? tooFull(items.length, json) : { index: items.length, value: parse(json) })
    await turns.pass()
  }
  const shell = next.value
  if (shell === null || shell.length > maxShell || eventsIn(shell).length > 0) throw notEvents()
  return items
}

/** One JSON value per line; empty lines are skipped, and a line that is not JSON is a fault of that item. */
export async function parseLineEvents(text: string, maxEvents: number = feedLimits.events): Promise<IncomingItem[]> {
  const items: IncomingItem[] = []
  const turns = createTurns()
  for (let start = skipBlank(text, 0); start < text.length;) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? text.length : end).trim()
    start = end < 0 ? text.length : skipBlank(text, end + 1)
    await turns.pass()
    if (line === '') continue
    if (items.length >= maxEvents) throw tooManyEventsError(maxEvents)
    items.push(readLine(items.length, line))
  }
  return items
}

/** Skips empty lines in bulk: a small gzip body may hold fifty million of them. */
function skipBlank(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code === newLine || code === carriageReturn || code === space;)
    code = text.charCodeAt(++at)
  return at
}

function readLine(index: number, line: string): IncomingItem {
  if (findBrokenBound(line, { depth: maxParts, parts: maxParts })) return tooFull(index, line)
  try {
    return { index, value: JSON.parse(line) as unknown }
  } catch {
    return { index, value: undefined, problem: 'the line is not valid JSON', sent: line }
  }
}

const tooFull = (index: number, sent: string): IncomingItem => ({
  index,
  value: undefined,
  problem: tooManyParts,
  sent,
})

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    throw notJson()
  }
}

function eventsIn(text: string): unknown[] {
  const checked = eventsBody.safeParse(parse(text))
  if (!checked.success) throw notEvents()
  const { events } = checked.data
  if (events.length > feedLimits.events) throw tooManyEventsError(feedLimits.events)
  return events
}

/**
 * Cuts a body at the commas of its first list: the text of each member, with the brackets, commas and colons in it.
 * Strings are skipped; parsing a member finds out whether its brackets match.
 * @returns the body without the members, or null if it has no such list, or one that never ends
 */
function* eventTexts(text: string): Generator<{ json: string; parts: number }, string | null> {
  let [depth, listStart, start, parts, inText] = [0, -1, 0, 0, false]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inText) {
      if (code === backslash) i++
      else if (code === quote) inText = false
    } else if (code === quote) inText = true
    else if (code === comma && depth === 2 && listStart >= 0) {
      yield { json: text.slice(start, i), parts }
      ;[start, parts] = [i + 1, 0]
    } else if (code === comma || code === colon) parts++
    else if (code === openList || code === openObject) {
      parts++
      if (++depth === 2 && code === openList && listStart < 0) [listStart, start, parts] = [i, i + 1, 0]
    } else if (code === closeList || code === closeObject) {
      if (depth-- !== 2 || listStart < 0) continue
      const last = text.slice(start, i)
      // A comma without a value after it is not JSON; an empty list is.
      if (start > listStart + 1 || last.trim() !== '') yield { json: last, parts }
      return text.slice(0, listStart + 1).trim() + text.slice(i).trim()
    }
  }
  return null
}

const [newLine, carriageReturn, space] = [10, 13, 32]
const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]
