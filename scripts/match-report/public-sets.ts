import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isHeldOut } from './held-out.ts'
import { judgeCompanies, judgePersons } from './labeled-names.ts'
import { judgeFebrl, judgeNameparser, judgeNomenklatura, listHeldOutFebrl } from './pairs.ts'
import { FileProblem, readText } from './read-documents.ts'
import { formatTable } from './table.ts'
import { compareVerdicts, formatVerdicts, parseVerdicts, type Verdicts } from './verdicts.ts'

/**
 * A published set: the files it is read from, the rule's verdict on its rows, and which rows are held out, if the files
 * say so.
 */
type PublicSet = {
  name: string
  files: string[]
  judge: (...texts: string[]) => Verdicts
  listHeldOut?: (...texts: string[]) => Set<number>
}

const febrlFiles = ['febrl4_a.csv', 'febrl4_b.csv']
const sets: PublicSet[] = [
  { name: 'probablepeople_persons', files: ['probablepeople_persons.xml'], judge: (xml = '') => judgePersons(xml) },
  {
    name: 'probablepeople_companies',
    files: ['probablepeople_companies.xml'],
    judge: (xml = '') => judgeCompanies(xml),
  },
  {
    name: 'febrl4_same',
    files: febrlFiles,
    judge: (a = '', b = '') => judgeFebrl(a, b).same,
    listHeldOut: (a = '') => listHeldOutFebrl(a),
  },
  {
    name: 'febrl4_other',
    files: febrlFiles,
    judge: (a = '', b = '') => judgeFebrl(a, b).other,
    listHeldOut: (a = '') => listHeldOutFebrl(a),
  },
  { name: 'nomenklatura', files: ['nomenklatura_nk_cases.csv'], judge: (csv = '') => judgeNomenklatura(csv) },
  { name: 'nameparser', files: ['nameparser_cases.jsonl'], judge: (lines = '') => judgeNameparser(lines) },
]

const kept = path.join(import.meta.dirname, 'verdicts')

type Log = (line: string) => void
type Options = { keepsRun: boolean; isHeldOutOnly: boolean }

/**
 * Figures on each set whose files are in one of the folders or among the files named, and each verdict that differs
 * from the stored run, by row. `keepsRun` replaces the stored run by this one. `isHeldOutOnly` takes only every third
 * row.
 */
export async function reportPublicSets(given: string[], { keepsRun, isHeldOutOnly }: Options, log: Log): Promise<void> {
  for (const place of given) if (!existsSync(place)) throw new FileProblem(`Cannot find ${place}.`)
  let found = 0
  for (const set of sets) {
    const files = set.files.map((file) => findFile(given, file))
    if (files.some((file) => file === null)) {
      log(`${set.name}: left out, no ${set.files.join(' and ')}\n`)
      continue
    }
    found++
    const texts = await Promise.all(files.map((file) => readText(file ?? '')))
    const all = judgeSet(set, texts)
    const verdicts = isHeldOutOnly ? filterHeldOut(all, set.listHeldOut?.(...texts)) : all
    const before = await readKept(set.name)
    reportVerdicts(set.name, verdicts, before && new Map([...before].filter(([row]) => verdicts.has(row))), log)
    if (keepsRun) await keep(set.name, all)
  }
  if (found === 0)
    throw new FileProblem(`None of the sets is in ${given.join(', ')}. See --help for the names of their files.`)
}

function findFile(given: string[], file: string): string | null {
  for (const place of given) {
    const candidate = statSync(place).isDirectory() ? path.join(place, file) : place
    if (path.basename(candidate) === file && existsSync(candidate)) return candidate
  }
  return null
}

function judgeSet({ name, files, judge }: PublicSet, texts: string[]): Verdicts {
  try {
    return judge(...texts)
  } catch (error) {
    // A file of another format: csv-parse, JSON.parse and zod each throw their own error.
    if (error instanceof z.ZodError || error instanceof SyntaxError || (error instanceof Error && 'code' in error))
      throw new FileProblem(`${files.join(' and ')} cannot be read as the set ${name}.`)
    throw error
  }
}

const filterHeldOut = (verdicts: Verdicts, rows?: Set<number>): Verdicts =>
  new Map([...verdicts].filter(([row]) => rows?.has(row) ?? isHeldOut(row)))

const countWords = (some: Verdicts | null) => Map.groupBy(some?.values() ?? [], (word) => word)

/** Figures by verdict; the changes by row number only, since the rows name people. */
function reportVerdicts(name: string, verdicts: Verdicts, before: Verdicts | null, log: (line: string) => void): void {
  const [now, then] = [countWords(verdicts), countWords(before)]
  log(`${name}: ${verdicts.size} rows`)
  const words = [...new Set([...now.keys(), ...then.keys()])].toSorted()
  const rows = words.map((word) => {
    const count = now.get(word)?.length ?? 0
    const share = `${((100 * count) / Math.max(1, verdicts.size)).toFixed(1)} %`
    return [word, before ? `${then.get(word)?.length ?? 0}` : '', `${count}`, share]
  })
  log(formatTable(['verdict', 'kept run', 'this run', 'share'], rows))
  if (!before) log('No earlier run is kept to compare with.')
  else {
    const changes = compareVerdicts(before, verdicts)
    log(`${changes.length} verdicts changed`)
    for (const change of changes) log(`  ${change}`)
  }
  log('')
}

async function readKept(name: string): Promise<Verdicts | null> {
  const file = path.join(kept, `${name}.txt`)
  return existsSync(file) ? parseVerdicts(await readFile(file, 'utf8')) : null
}

async function keep(name: string, verdicts: Verdicts): Promise<void> {
  await mkdir(kept, { recursive: true })
  await writeFile(path.join(kept, `${name}.txt`), formatVerdicts(verdicts))
}
