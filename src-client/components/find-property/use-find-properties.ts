import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { getStatus } from '#client/lib/api/errors.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { findDelayMs, type FoundProperties, minFindCharacters, type Property } from '#shared/contract/roll.ts'
import { type AddressGroup, groupByAddress } from './group-by-address.ts'

/** Asks the server; `roll.find` for a signed-in account, another procedure for an anonymous caller. */
export type FindProperties = (text: string, signal: AbortSignal) => Promise<FoundProperties>

type FailureReason = 'offline' | 'throttled' | 'failed'

/**
 * The addresses that a search found, best first; `more` if others also match, `near` if they lack the reader's unit.
 */
type FoundGroups = { groups: readonly AddressGroup[]; more: boolean; near?: true | undefined }

export type Finding =
  | { kind: 'idle' }
  | { kind: 'looking' }
  | ({ kind: 'found' } & FoundGroups)
  | { kind: 'failed'; why: FailureReason }

/**
 * The county has no such address. A search without an answer that says `more` was given up, because too much matched.
 */
export const isNotFound = (finding: Finding): boolean =>
  finding.kind === 'found' && finding.groups.length === 0 && !finding.more

export async function findGroups(find: FindProperties, text: string, signal: AbortSignal): Promise<FoundGroups> {
  const { properties, more, near } = await find(text, signal)
  return { groups: groupByAddress(properties), more, near }
}

/** What to search for to find only this address. */
export const toFindText = ({ address, city, zip }: Omit<Property, 'parcelId'>): string =>
  [address, city, zip.slice(0, 5)].filter((part) => part.trim() !== '').join(' ')

/** Parcels at one address, and whether there are more there than the search answers. */
export type WholeGroup = { group: AddressGroup; more: boolean }

/** The search answers eight properties, so the last address of an answer that says `more` may have further parcels. */
const isCut = ({ groups, more }: FoundGroups, { key }: AddressGroup) => more && groups.at(-1)?.key === key

/** All parcels at the address of a group that was found: if some may be left out, it is asked for alone. */
export async function completeGroup(
  find: FindProperties,
  group: AddressGroup,
  found: FoundGroups,
): Promise<WholeGroup> {
  if (!isCut(found, group)) return { group, more: false }
  const alone = await findGroups(find, toFindText(group.first), new AbortController().signal).catch(() => found)
  const whole = alone.groups.find(({ key }) => key === group.key)
  return whole ? { group: whole, more: isCut(alone, whole) } : { group, more: true }
}

/** Milliseconds without a key after which text that was not found counts as the whole address. */
const notFoundDelayMs = 800

type Answer = { text: string; finding: Finding }

function readFailure(error: unknown): FailureReason {
  if (getStatus(error) === 429) return 'throttled'
  return navigator.onLine ? 'failed' : 'offline'
}

/** While the reader types or deletes, the last answer stays visible. */
const isRelated = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)

function toFinding(text: string, answer: Answer | undefined): Finding {
  if (text.length < minFindCharacters) return { kind: 'idle' }
  if (answer?.text === text) return answer.finding
  return answer?.finding.kind === 'found' && isRelated(answer.text, text) ? answer.finding : { kind: 'looking' }
}

/**
 * Finds the typed text, 250 ms after the last key. A failure keeps the text; `retry` searches again, as does the return
 * of the connection.
 */
export function useFindProperties(find: FindProperties, typed: string): { finding: Finding; retry: () => void } {
  const text = typed.trim()
  const rested = useDebounced(text, findDelayMs)
  const [answer, setAnswer] = useState<Answer>()
  const current = useRef<AbortController>(undefined)
  const ask = (asked: string) => {
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    const settle = (finding: Finding) => !signal.aborted && setAnswer({ text: asked, finding })
    findGroups(find, asked, signal).then(
      (found) => settle({ kind: 'found', ...found }),
      (error: unknown) => settle({ kind: 'failed', why: readFailure(error) }),
    )
  }
  const askRested = useEffectEvent(ask)
  useEffect(() => {
    if (rested.length < minFindCharacters) return undefined
    askRested(rested)
    return () => current.current?.abort()
  }, [rested])
  const retry = () => {
    setAnswer(undefined)
    ask(text)
  }
  const settled = useDebounced(text, notFoundDelayMs)
  const answered = toFinding(text, answer)
  // Half a word is not found either, so a warning would appear at every other key.
  const isHalf = isNotFound(answered) && (settled !== text || answer?.text !== text)
  const finding: Finding = isHalf ? { kind: 'idle' } : answered
  const retryOnline = useEffectEvent(retry)
  const isOffline = finding.kind === 'failed' && finding.why === 'offline'
  useEffect(() => {
    if (!isOffline) return undefined
    const online = new AbortController()
    window.addEventListener('online', () => retryOnline(), { signal: online.signal })
    return () => online.abort()
  }, [isOffline])
  return { finding, retry }
}
