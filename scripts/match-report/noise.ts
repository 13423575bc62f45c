import { type Criteria, noMatchOptions, type MatchOptions } from '#shared/contract/alert.ts'
import { wideMatchOptions } from '#shared/contract/automatic-width.ts'
import {
  beginsWide,
  expectByCensus,
  alertKeys,
  decide,
  type FeedFormat,
  type RecordedDocument,
  defaultFeedFormat,
  alertMatchTexts,
  type ParsedAlert,
  parseAlert,
  parseRecord,
  recordKeys,
  recordPrefixes,
  recordSlipKeys,
} from '#shared/matching/public.ts'
import { isSameName, type PlainName } from './plain-name.ts'

/** How wide an alert searches: only by the rule, with what automatic width turns on, or with every option. */
export const widths = ['defaults', 'close', 'everything'] as const
export type Width = (typeof widths)[number]

/** The options that automatic width turns on for a rare name. */
const closeMatchOptions: MatchOptions = { ...noMatchOptions, ...wideMatchOptions }
export const widthMatchOptions: Record<Width, MatchOptions> = {
  defaults: noMatchOptions,
  close: closeMatchOptions,
  everything: { ...closeMatchOptions, formerName: true, allWords: true },
}

/** A record with the people in it, known or read by the plain reader. */
export type JudgedRecord = { document: RecordedDocument; people: readonly (PlainName & { identity?: number })[] }
/** `identity` is known only for invented people. */
export type Entered = PlainName & { identity?: number }

/**
 * Records of strangers, of namesakes and, for invented people, of the person, that one alert found at one width. Of the
 * strangers' records, `byInitial` are found by a first initial alone, as the rule promises.
 */
export type Tally = { strangers: number; byInitial: number; namesakes: number; own: number; ownInFile: number }
export type AlertTallies = Record<Width, Tally>

const emptyTally = (): Tally => ({ strangers: 0, byInitial: 0, namesakes: 0, own: 0, ownInFile: 0 })

const toCriteria = (
  { first, middles, last }: PlainName,
  variants: MatchOptions,
  formerLastName = '',
): Criteria<'NAME'> => ({
  alertType: 'NAME',
  firstName: [first, ...middles].join(' '),
  lastName: last,
  formerLastName,
  variants,
})

export const parseEntered = (entered: PlainName, variants: MatchOptions, formerLastName?: string): ParsedAlert =>
  parseAlert(toCriteria(entered, variants, formerLastName), null)

/**
 * The width of a new alert on the form while less than a year of records is stored: by the census, as the form decides.
 */
export const automaticWidth = (entered: PlainName): Width =>
  beginsWide(expectRecords(entered), null).on ? 'close' : 'defaults'

/** The records a year that are expected to have the name, by the census. */
export const expectRecords = (entered: PlainName): number => expectByCensus(toCriteria(entered, closeMatchOptions))

type Watch = { entered: Entered; width: Width; alert: ParsedAlert; tally: Tally }

/** Finds the watches that a record may concern, by keys and by prefixes as the worker does. */
function indexWatches(watches: Watch[]) {
  const byKey = new Map<string, Watch[]>()
  for (const watch of watches) {
    for (const key of alertKeys(watch.alert)) {
      const list = byKey.get(key)
      if (list) list.push(watch)
      else byKey.set(key, [watch])
    }
  }
  return byKey
}

/** Reads each record once and judges every match by the names alone, never by the rule's own reading. */
export function measureNoise(records: Iterable<JudgedRecord>, alerts: Entered[], format: Partial<FeedFormat>) {
  const feed = { ...defaultFeedFormat, ...format }
  const tallies = alerts.map((): AlertTallies => ({
    defaults: emptyTally(),
    close: emptyTally(),
    everything: emptyTally(),
  }))
  const watches = alerts.flatMap((entered, i) =>
    widths.map((width): Watch => ({
      entered,
      width,
      alert: parseEntered(entered, widthMatchOptions[width]),
      tally: tallies[i]![width],
    })),
  )
  const byKey = indexWatches(watches)
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
    const near = new Set([...recordKeys(record), ...recordSlipKeys(record)].flatMap((key) => byKey.get(key) ?? []))
    const prefixes = recordPrefixes(record)
    if (prefixes.length > 0)
      for (const watch of watches)
        if (alertMatchTexts(watch.alert).some((text) => prefixes.some((prefix) => text.startsWith(prefix))))
          near.add(watch)
    for (const { alert, entered, tally } of near) {
      const match = decide(alert, record)
      if (!match) continue
      const whose = judge(entered, people)
      tally[whose]++
      if (whose === 'strangers' && match.byInitialOnly) tally.byInitial++
    }
  }
  return { documents, tallies }
}

/** The person whose record an alert found. */
export function judge(entered: Entered, people: JudgedRecord['people']): 'own' | 'namesakes' | 'strangers' {
  if (entered.identity !== undefined && people.some(({ identity }) => identity === entered.identity)) return 'own'
  return people.some((person) => isSameName(entered, person)) ? 'namesakes' : 'strangers'
}
