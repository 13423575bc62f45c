import type {
  FeedFinding,
  FindingChange,
  FindingEffect,
  SignKind,
  FindingMeasure,
} from '#shared/contract/feed-finding.ts'
import { type ParcelMask, parseParcel, parcelKeys } from '#shared/matching/parcels/parcel.ts'
import type { FeedFormat, ParsedRecord } from '#shared/matching/public.ts'
import type { Sign } from './signs/sign.ts'

/** The counts for each parsed record. */
export type RecordCounts = Record<'names' | 'readings' | 'unreadable' | 'cutNames', number>
export const noCounts: RecordCounts = { names: 0, readings: 0, unreadable: 0, cutNames: 0 }

export function addCounts(counts: RecordCounts, { parties }: ParsedRecord): RecordCounts {
  const sum = { ...counts }
  for (const { people, kind, wholePrefixes, truncatedPeople } of parties) {
    sum.names++
    sum.readings += people.length
    if (kind === 'unreadable') sum.unreadable++
    if (wholePrefixes.length + truncatedPeople.length > 0) sum.cutNames++
  }
  return sum
}

/** Pairs of a record and an alert that match, as 'record alert'. */
export type MatchPairs = ReadonlySet<string>

/** The counts under one format; `matches` is null if there were too many to count. */
export type Counted = RecordCounts & { matches: MatchPairs | null }

const measuresByKind: Record<SignKind, readonly CountedMeasure[]> = {
  nameOrder: ['readings', 'unreadable', 'matches'],
  doubleSpaces: ['readings', 'unreadable', 'matches'],
  nameWidth: ['cutNames', 'matches'],
  leadingZeros: ['zeroIds', 'matches'],
  parcelMask: [],
  severalParcels: [],
  parcelRange: [],
  futureDates: [],
}

type CountedMeasure = Exclude<FindingMeasure, 'misfits' | 'ids'>

/** What the change of a sign would change in the sample, in the order in which staff see it. */
export function toEffects(sign: Sign, before: Counted, after: Counted, mask: ParcelMask): FindingEffect[] {
  return measuresByKind[sign.kind].flatMap((measure): FindingEffect[] => {
    switch (measure) {
      case 'readings':
      case 'unreadable':
      case 'cutNames':
        return [{ measure, before: before[measure], after: after[measure] }]
      case 'zeroIds': {
        const found = sign.found.filter((id) => isFoundWithZeros(id, mask)).length
        return [{ measure, before: found, after: sign.found.length }]
      }
      case 'matches':
        return before.matches && after.matches ? [compareMatches(before.matches, after.matches)] : []
    }
  })
}

function compareMatches(before: MatchPairs, after: MatchPairs): FindingEffect {
  const lost = [...before].filter((pair) => !after.has(pair)).length
  const gained = [...after].filter((pair) => !before.has(pair)).length
  return { measure: 'matches', before: before.size, after: after.size, gained, lost }
}

/** Whether lost zeros are restored already, because the mask leaves only one way to pad the id. */
function isFoundWithZeros(id: string, mask: ParcelMask): boolean {
  const [before, after] = [false, true].map((loses) => {
    const parcel = parseParcel(id, mask, loses)
    return parcel ? parcelKeys(parcel).join(' ') : ''
  })
  return before === after
}

const maxSamples = 3

export const toFinding = (sign: Sign, effects: FindingEffect[]): FeedFinding => ({
  kind: sign.kind,
  change: sign.change,
  ...(sign.mask !== undefined && { mask: sign.mask }),
  count: sign.found.length,
  of: sign.of,
  samples: [...new Set(sign.found)].slice(0, maxSamples),
  ...(sign.link !== undefined && { link: sign.link }),
  effects: [...(sign.effects ?? []), ...effects],
})

/** How many names of the records cannot be read. */
export const toUnreadable = ({ names, unreadable }: RecordCounts): FeedFinding => ({
  kind: 'unreadableNames',
  change: null,
  count: unreadable,
  of: names,
  samples: [],
  effects: [],
})

/** The feed's format with the suggested setting. */
export const applyChange = (format: FeedFormat, change: FindingChange): FeedFormat => ({ ...format, ...change })
