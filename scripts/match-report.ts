import { existsSync } from 'node:fs'
import { type MatchGrade, matchGrades } from '#shared/contract/match.ts'
import { defaultFeedFormat, type FeedFormat } from '#shared/matching/public.ts'
import { readArguments } from '#shared/node/platform/command-line.ts'
import { reportComposed } from './match-report/composed/report-composed.ts'
import { isHeldOut, splitParts, takeHeldOut } from './match-report/held-out.ts'
import { reportMatches } from './match-report/match-sample.ts'
import { reportFileNoise, reportMadeCounty } from './match-report/noise-report.ts'
import { reportPromised } from './match-report/promised.ts'
import { reportPublicSets } from './match-report/public-sets.ts'
import { FileProblem, partyNames, readDocuments } from './match-report/read-documents.ts'
import { reportReading } from './match-report/reading.ts'
import { reportAnswers } from './match-report/report-answers.ts'
import { reportFolder } from './match-report/report-folder.ts'
import { readAlertFile, reportNearMisses } from './match-report/report-near-misses.ts'
import { reportReadings } from './match-report/report-readings.ts'
import { reportResold } from './match-report/resold.ts'
import { reportSameOwners } from './match-report/same-owners.ts'

const developmentFolder = '../shared/data'
const developmentData = `${developmentFolder}/denver_sales/events.jsonl`

const { positionals, values } = readArguments(
  `Shows how we read and match the names in a file.

  npm run match-report                            people read and invented, unreadable names and near misses of every set
                                                  in ${developmentFolder}; ends with 1 if invented or unreadable
                                                  are more than in scripts/match-report/figures.json
  npm run match-report -- FILE                    counts and samples of each kind of name, people read and invented,
                                                  near misses, and the time taken
  npm run match-report -- --readings N [FILE]     lists N parties with everyone read in them, for people to judge
  npm run match-report -- --near-misses [FILE]    lists names whose words stand together in a record that does not match
  npm run match-report -- --matches N [FILE]      lists N matches of a grade that new alerts find, in FILE and in a made-up
                                                  county, for people to judge; without the third held out
  npm run match-report -- --same-owners [FILE]    how many buyers an alert finds when their parcel is sold again,
                                                  in FILE and in a made-up county
  npm run match-report -- --promised [FILE]       the file's people, written in each way that the rule promises to see
                                                  through: how many an alert finds
  npm run match-report -- --noise [FILE]          records of strangers an alert and year, by how common the name is, in
                                                  FILE and in a made-up county of 100,000 recordings
  npm run match-report -- --composed [N]          N texts (200) in each of 48 patterns of indexes, of people from three
                                                  pools of names: people missed, and invented or read backward
  npm run match-report -- --answers               which answers of residents were 'This is not about me', by why the record
                                                  matched, in the database at DATABASE_URL or the demo's
  npm run match-report -- --public DIR [FILE…]    figures on published sets of names, and each verdict that changed

FILE has events as the feed accepts them (JSON Lines, or { "events": […] }), or documents with lists of grantors and
grantees, or it is a CSV file with one party a row. With an option, the default is ${developmentData} beside this repository,
if it exists.
  --folder DIR     the folder of the sets, instead of ${developmentFolder}
  --held-out       only the third that is kept apart while the rule is written: every third row
  --column NAME    the column of the names in a CSV file; the default is NAME
  --width N        the length at which the feed cuts off names
  --grade GRADE    for --matches: CERTAIN, LIKELY or POSSIBLE; the default is CERTAIN
  --order ORDER    the feed's order of names: LAST_FIRST or FIRST_LAST; the default is none
  --samples N      names to show of each kind; the default is 15
  --alerts FILE    for --near-misses: the alerts to try, one 'Last, First Middle' per line; the default is the people of
                   the file
  --documents N    for --noise, --matches and --same-owners: recordings of the made-up county; the default is 100000, and 0
                   leaves it out
  --public DIR     the folder of the sets: probablepeople_persons.xml, probablepeople_companies.xml, febrl4_a.csv and
                   febrl4_b.csv, nomenklatura_nk_cases.csv, nameparser_cases.jsonl; other files of these names may follow
  --write          keeps this run's figures in scripts/match-report/figures.json for the next comparison; with --public,
                   its verdicts in scripts/match-report/verdicts`,
  {
    column: { type: 'string', default: 'NAME' },
    width: { type: 'string' },
    order: { type: 'string' },
    samples: { type: 'string', default: '15' },
    alerts: { type: 'string' },
    documents: { type: 'string', default: '100000' },
    public: { type: 'string' },
    folder: { type: 'string' },
    readings: { type: 'string' },
    matches: { type: 'string' },
    grade: { type: 'string', default: 'CERTAIN' },
    write: { type: 'boolean', default: false },
    'near-misses': { type: 'boolean', default: false },
    'same-owners': { type: 'boolean', default: false },
    noise: { type: 'boolean', default: false },
    promised: { type: 'boolean', default: false },
    answers: { type: 'boolean', default: false },
    composed: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
  },
)

try {
  await run()
} catch (error) {
  if (!(error instanceof FileProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const documentCount = toNumber('documents', values.documents)
  const samples = toNumber('samples', values.samples)
  const feed = readFeedFormat()
  if (values.public !== undefined) {
    const options = { keepsRun: values.write, isHeldOutOnly: values['held-out'] }
    return reportPublicSets([values.public, ...positionals], options, console.log)
  }
  if (values.answers) return reportAnswers(console.log)
  if (values.composed) {
    const count = toNumber('composed', positionals[0] ?? '200')
    return reportComposed(count, samples, values['held-out'], console.log)
  }
  if (isPlain()) return runOnFolder(values.folder ?? developmentFolder, feed)
  const file = positionals[0] ?? developmentData
  if (positionals[0] === undefined && !existsSync(file)) {
    console.log(`Cannot find the file ${file}. Name one: npm run match-report -- FILE`)
    if (values.noise && documentCount > 0) reportMadeCounty(documentCount, console.log)
    return
  }
  const all = await readDocuments(file, values.column)
  const documents = values['held-out'] ? takeHeldOut(all) : all
  console.log(`${file}:`)
  const names = documents.map(partyNames)
  if (values.noise) {
    reportFileNoise(names, splitParts(all.map(partyNames), values['held-out']), console.log)
    if (documentCount > 0) reportMadeCounty(documentCount, console.log)
  } else if (values.promised) reportPromised(names.flat(), console.log)
  else if (values['same-owners']) {
    reportSameOwners(documents, feed, console.log)
    if (documentCount > 0) reportResold(console.log)
  } else if (values.matches !== undefined)
    reportMatches(
      (values['held-out'] ? documents : all.filter((_, i) => !isHeldOut(i + 1))).map(partyNames),
      { count: toNumber('matches', values.matches), grade: readGrade(), documents: documentCount },
      console.log,
    )
  else if (values.readings !== undefined)
    reportReadings(documents, feed, toNumber('readings', values.readings), console.log)
  else if (values['near-misses']) {
    const alerts = values.alerts === undefined ? null : await readAlertFile(values.alerts)
    reportNearMisses(names, alerts, feed, console.log)
  } else reportReading(documents, feed, samples, console.log)
}

/** Whether to read every set: no file is named, and no option that is about one file. */
function isPlain(): boolean {
  const { noise, readings, matches, promised, folder, 'near-misses': nearMisses, 'same-owners': sameOwners } = values
  if (folder !== undefined) return true
  return (
    positionals.length === 0 &&
    readings === undefined &&
    matches === undefined &&
    !noise &&
    !promised &&
    !nearMisses &&
    !sameOwners
  )
}

async function runOnFolder(folder: string, feed: FeedFormat): Promise<void> {
  if (existsSync(folder)) process.exitCode = (await reportFolder(folder, feed, values.write, console.log)) ? 0 : 1
  else if (values.folder === undefined) console.log(`There is no ${folder}. Name a file: npm run match-report -- FILE`)
  else throw new FileProblem(`Cannot find the folder ${folder}.`)
}

function readGrade(): MatchGrade {
  const grade = matchGrades.find((name) => name === values.grade)
  if (grade === undefined) throw new FileProblem(`--grade is ${matchGrades.join(', ')}, not ${values.grade}.`)
  return grade
}

function readFeedFormat(): FeedFormat {
  const { order, width } = values
  if (order !== undefined && order !== 'LAST_FIRST' && order !== 'FIRST_LAST')
    throw new FileProblem(`--order is LAST_FIRST or FIRST_LAST, not ${order}.`)
  const nameWidth = width === undefined ? null : toNumber('width', width)
  return { ...defaultFeedFormat, nameOrder: order ?? null, nameWidth }
}

function toNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new FileProblem(`--${option} is a whole number, not ${text}.`)
  return Number(text)
}
