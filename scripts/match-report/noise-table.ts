import { type MatchGrade, matchGrades } from '#shared/contract/match.ts'
import { type Entered, measureExpected, type Start } from './entered.ts'
import { listings, listingTitles, toListing } from './listed-names.ts'
import type { Group } from './noise-alerts.ts'
import type { AlertTallies, Tally, Whose } from './noise.ts'
import { formatTable } from './table.ts'

/** Figures are for a county of this many recordings a year. */
export const recordingsPerYear = 100_000

/** An alert with what it found, and the options that it would have as a new one on a screen. */
export type Measured = { entered: Entered; tallies: AlertTallies; start: Start }
type Log = (line: string) => void

const atOnce: readonly MatchGrade[] = ['CERTAIN', 'LIKELY']

/** Records of these grades that alerts found. */
const sum = (tallies: readonly Tally[], whose: readonly Whose[], grades: readonly MatchGrade[]): number =>
  tallies.reduce(
    (total, tally) =>
      total + whose.reduce((part, key) => part + grades.reduce((all, grade) => all + tally[key][grade], 0), 0),
    0,
  )

const percent = (part: number, whole: number, digits = 1) =>
  whole === 0 ? '' : `${((100 * part) / whole).toFixed(digits)} %`

const asStarted = (measured: readonly Measured[]) => measured.map(({ tallies, start }) => tallies[start])

/** The groups, then all of them by pool, and all of them. */
function listRows(groups: readonly Group[], measured: readonly Measured[]): [title: string, some: Measured[]][] {
  let at = 0
  const rows = groups.map(({ title, alerts }): [string, Measured[]] => [
    title,
    measured.slice(at, (at += alerts.length)),
  ])
  const pools = listings.map((listing): [string, Measured[]] => [
    `all of these: ${listingTitles[listing]}`,
    measured.filter(({ entered }) => toListing(entered) === listing),
  ])
  return [...rows, ...pools, ['all of these', [...measured]] as [string, Measured[]]].filter(
    ([, some]) => some.length > 0,
  )
}

const header = [
  'alerts',
  'count',
  'look closer',
  'strangers: defaults',
  'at once',
  'whole',
  'by initial',
  'by half',
  'same name: at once',
  'whole',
  'own found: defaults',
  'at once',
  'whole',
]

function toRow(title: string, some: readonly Measured[], documents: number): string[] {
  const scale = recordingsPerYear / documents / some.length
  const defaults = some.map(({ tallies }) => tallies.defaults)
  const started = asStarted(some)
  const inFile = started.reduce((total, { ownInFile }) => total + ownInFile, 0)
  const columns = [
    { tallies: defaults, grades: atOnce },
    { tallies: started, grades: atOnce },
    { tallies: started, grades: matchGrades },
  ]
  const count = (whose: Whose) => columns.map(({ tallies, grades }) => sum(tallies, [whose], grades))
  const rates = (whose: Whose) => count(whose).map((found) => (found * scale).toFixed(2))
  const promised = (['byInitial', 'byHalf'] as const).map((key) =>
    started.reduce((total, tally) => total + tally[key], 0),
  )
  return [
    title,
    `${some.length}`,
    percent(some.filter(({ start }) => start === 'wide').length, some.length, 0),
    ...rates('strangers'),
    ...promised.map((found) => (found * scale).toFixed(2)),
    ...rates('namesakes').slice(1),
    ...count('own').map((found) => percent(found, inFile, 2)),
  ]
}

const gradeHeader = ['alerts', ...['certain', 'likely', 'possible'].flatMap((grade) => [grade, 'person', 'name'])]

/** Of the records of each grade that new alerts on a screen find: how many, and the share of another person or name. */
function toGradeRow(title: string, some: readonly Measured[], documents: number): string[] {
  const scale = recordingsPerYear / documents / some.length
  const started = asStarted(some)
  const isKnown = some.every(({ entered }) => entered.identity !== undefined)
  const cells = matchGrades.flatMap((grade) => {
    const all = sum(started, ['own', 'namesakes', 'strangers'], [grade])
    const others = sum(started, ['namesakes', 'strangers'], [grade])
    const strangers = sum(started, ['strangers'], [grade])
    return [(all * scale).toFixed(2), isKnown ? percent(others, all) : '', percent(strangers, all)]
  })
  return [title, ...cells]
}

const rarityBands = [
  { title: 'to 0.1 a year', to: 0.1 },
  { title: 'to 1', to: 1 },
  { title: 'to 3', to: 3 },
  { title: 'above', to: Infinity },
]

/** What found the strangers' records of new alerts, by how common the alert's name is. */
function listKinds(measured: readonly Measured[], documents: number): string[][] {
  const scale = recordingsPerYear / documents / measured.length
  const counts = new Map<string, number[]>()
  for (const { entered, tallies, start } of measured) {
    const band = rarityBands.findIndex(({ to }) => measureExpected(entered) <= to)
    for (const [kind, found] of tallies[start].kinds) {
      const row = counts.get(kind) ?? rarityBands.map(() => 0)
      row[band]! += found
      counts.set(kind, row)
    }
  }
  return [...counts]
    .map(([kind, row]) => ({ kind, row, all: row.reduce((total, found) => total + found, 0) }))
    .toSorted((a, b) => b.all - a.all)
    .map(({ kind, row, all }) => [kind, (all * scale).toFixed(3), ...row.map((found) => (found * scale).toFixed(3))])
}

/** Everything about one source of records. Strangers' records of which we notify right away are counted by what the rule promises to find. */
export function logNoise(groups: readonly Group[], measured: readonly Measured[], documents: number, log: Log): void {
  const rows = listRows(groups, measured)
  log(
    formatTable(
      header,
      rows.map(([title, some]) => toRow(title, some, documents)),
    ),
  )
  log('\nBy grade: records an alert and year, the share about another person where that is known, and of another name')
  log(
    formatTable(
      gradeHeader,
      rows.map(([title, some]) => toGradeRow(title, some, documents)),
    ),
  )
  log('\nStrangers’ records by what found them and by the records expected of the alert’s name, an alert and year')
  log(formatTable(['found by', 'all', ...rarityBands.map(({ title }) => title)], listKinds(measured, documents)))
  log('')
}
