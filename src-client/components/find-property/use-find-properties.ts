import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findDelayMs, type FoundProperties, minFindCharacters } from '#shared/contract/roll.ts'
import { getStatus } from '#client/lib/api/errors.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { type AddressGroup, groupByAddress } from './group-by-address.ts'

/** Asks the server; `roll.find` for a signed-in account, another procedure for an anonymous caller. */
export type FindProperties = (text: string, signal: AbortSignal) => Promise<FoundProperties>

type FailureReason = 'offline' | 'throttled' | 'failed'

export type Finding =
  | { kind: 'idle' }
  | { kind: 'looking' }
  | { kind: 'found'; groups: readonly AddressGroup[]; more: boolean }
  | { kind: 'failed'; why: FailureReason }

/** The county has no such address. A search without an answer that says `more` was given up: too much matched. */
export const isNotFound = (finding: Finding): boolean =>
  finding.kind === 'found' && finding.groups.length === 0 && !finding.more

/**
 * All parcels at the address of a group. The search answers eight properties, so the last address of an answer that says
 * `more` may have further parcels: it is asked for alone. If that fails, the group is as it was.
 * @returns the group, and whether there are parcels that even this search left out
 */
export async function completeGroup(
  find: FindProperties,
  group: AddressGroup,
  finding: Finding,
): Promise<{ group: AddressGroup; more: boolean }> {
  const isCut = finding.kind === 'found' && finding.more && finding.groups.at(-1)?.key === group.key
  if (!isCut) return { group, more: false }
  const { address, city, zip } = group.first
  const found = await find([address, city, zip].join(' ').trim(), new AbortController().signal).catch(() => undefined)
  const groups = groupByAddress(found?.properties ?? [])
  const whole = groups.find(({ key }) => key === group.key) ?? group
  return { group: whole, more: found?.more === true && groups.at(-1)?.key === group.key }
}

type Answer = { text: string; finding: Finding }

function readFailure(error: unknown): FailureReason {
  if (getStatus(error) === 429) return 'throttled'
  return navigator.onLine ? 'failed' : 'offline'
}

/** While more is typed, or some of it is removed, the last answer stays in sight. */
const isRelated = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)

function toFinding(text: string, answer: Answer | undefined): Finding {
  if (text.length < minFindCharacters) return { kind: 'idle' }
  if (answer?.text === text) return answer.finding
  return answer?.finding.kind === 'found' && isRelated(answer.text, text) ? answer.finding : { kind: 'looking' }
}

/**
 * What the typed text finds, asked 250 ms after the last key. A failure keeps the text: `retry` asks again, and so does
 * the return of the connection.
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
    find(asked, signal).then(
      ({ properties, more }) => settle({ kind: 'found', groups: groupByAddress(properties), more }),
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
  const finding = toFinding(text, answer)
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
