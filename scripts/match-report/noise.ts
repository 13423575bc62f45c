import { type Match, type MatchGrade, gradeOf } from '#shared/contract/match.ts'
import {
  alertKeys,
  decide,
  type FeedFormat,
  type ParsedRecord,
  type RecordedDocument,
  defaultFeedFormat,
  alertMatchTexts,
  type ParsedAlert,
  parseRecord,
  recordKeys,
  recordPrefixes,
  recordSlipKeys,
  splitSentence,
} from '#shared/matching/public.ts'
import { type Entered, parseEntered, type Start, startMatchOptions, starts } from './entered.ts'
import { isSameName, type PlainName, toLetters } from './plain-name.ts'

/** A record with the people in it, known or read by the plain reader. */
export type JudgedRecord = { document: RecordedDocument; people: readonly (PlainName & { identity?: number })[] }

/** Whose a record is that an alert found: of the person, of another of that name, or of a person of another name. */
export const whoseRecords = ['own', 'namesakes', 'strangers'] as const
export type Whose = (typeof whoseRecords)[number]
type ByGrade = Record<MatchGrade, number>

/**
 * The records that one alert found, by grade; `own` only of invented people. Of the strangers' certain records,
 * `byInitial` are found by a first initial alone and `byHalf` by one of two last names, as the rule promises. `kinds` counts
 * strangers' records by what found them.
 */
export type Tally = Record<Whose, ByGrade> & {
  byInitial: number
  byHalf: number
  ownInFile: number
  kinds: Map<string, number>
}
export type AlertTallies = Record<Start, Tally>

const noRecords = (): ByGrade => ({ CERTAIN: 0, LIKELY: 0, POSSIBLE: 0 })
export const emptyTally = (): Tally => ({
  own: noRecords(),
  namesakes: noRecords(),
  strangers: noRecords(),
  byInitial: 0,
  byHalf: 0,
  ownInFile: 0,
  kinds: new Map(),
})

/** Finds the watches that a record may concern, by keys and by prefixes as the worker does. */
export function indexWatches<W extends { alert: ParsedAlert }>(
  watches: readonly W[],
): (record: ParsedRecord) => Set<W> {
  const byKey = new Map<string, W[]>()
  for (const watch of watches) {
    for (const key of alertKeys(watch.alert)) {
      const list = byKey.get(key)
      if (list) list.push(watch)
      else byKey.set(key, [watch])
    }
  }
  return (record) => {
    const near = new Set([...recordKeys(record), ...recordSlipKeys(record)].flatMap((key) => byKey.get(key) ?? []))
    const prefixes = recordPrefixes(record)
    if (prefixes.length > 0)
      for (const watch of watches)
        if (alertMatchTexts(watch.alert).some((text) => prefixes.some((prefix) => text.startsWith(prefix))))
          near.add(watch)
    return near
  }
}

/** Reads each record once and judges every match by the names alone, never by the rule's own reading. */
export function measureNoise(
  records: Iterable<JudgedRecord>,
  alerts: readonly Entered[],
  format: Partial<FeedFormat>,
): { documents: number; tallies: AlertTallies[] } {
  const feed = { ...defaultFeedFormat, ...format }
  const tallies = alerts.map((): AlertTallies => ({ defaults: emptyTally(), narrow: emptyTally(), wide: emptyTally() }))
  const watches = alerts.flatMap((entered, i) =>
    starts.map((start) => ({
      entered,
      alert: parseEntered(entered, startMatchOptions[start]),
      tally: tallies[i]![start],
    })),
  )
  const findNear = indexWatches(watches)
  const byIdentity = Map.groupBy(
    watches.filter(({ entered }) => entered.identity !== undefined),
    ({ entered }) => entered.identity,
  )
  let documents = 0
  for (const { document, people } of records) {
    documents++
    for (const identity of new Set(people.map((person) => person.identity)))
      if (identity !== undefined) for (const { tally } of byIdentity.get(identity) ?? []) tally.ownInFile++
    const record = parseRecord(document, feed, null)
    for (const { alert, entered, tally } of findNear(record)) {
      const match = decide(alert, record)
      if (match) count(tally, match, judge(entered, people), isHalf(entered, people))
    }
  }
  return { documents, tallies }
}

function count(tally: Tally, match: Match, whose: Whose, byHalf: boolean): void {
  const grade = gradeOf(match)
  tally[whose][grade]++
  if (whose !== 'strangers') return
  const isByHalf = byHalf && !match.byInitialOnly && match.variant === null
  if (grade === 'CERTAIN' && match.byInitialOnly) tally.byInitial++
  if (grade === 'CERTAIN' && isByHalf) tally.byHalf++
  const kind = `${grade} ${isByHalf ? 'one of two last names' : toKind(match)}`
  tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1)
}

/** What found a match, in words that a report shows. */
export function toKind({ variant, sentence, byInitialOnly }: Match): string {
  const conflict = splitSentence(sentence).conflict ? ', middle names differ' : ''
  return `${variant ?? (byInitialOnly ? 'by initial' : 'the names themselves')}${conflict}`
}

const toHalves = (last: string): string[] => last.split(/[\s-]+/).map(toLetters)

/** Whether someone in the record has the alert's first name and one of two last names, on either side. */
const isHalf = ({ first, last }: PlainName, people: readonly PlainName[]): boolean =>
  people.some(
    (person) =>
      toLetters(person.first) === toLetters(first) &&
      toHalves(person.last).some((half) => toHalves(last).includes(half)) &&
      toLetters(person.last) !== toLetters(last),
  )

/** The person whose record an alert found. */
export function judge(entered: Entered, people: JudgedRecord['people']): Whose {
  if (entered.identity !== undefined && people.some(({ identity }) => identity === entered.identity)) return 'own'
  return people.some((person) => isSameName(entered, person)) ? 'namesakes' : 'strangers'
}
