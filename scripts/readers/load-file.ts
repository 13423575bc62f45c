import type { IncomingItem } from '#server/features/feeds/records/incoming-item.ts'
import { feedLimits, type IngestAnswer, type RejectedItem } from '#shared/contract/feed.ts'
import { mangledParcelReason } from '#shared/matching/parcels/parcel.ts'
import { partlyReadParcelReason } from '#shared/matching/public.ts'
import { type FileOptions, readFile } from './read-file.ts'
import type { Target } from './targets.ts'

/** Result for one file. `failure` if it was not read completely. */
export type Loaded = {
  file: string
  records: number
  answer: Required<IngestAnswer>
  /** Whether an answer had as many warnings as it can. */
  mayHaveMoreWarnings: boolean
  /** How many parcel ids were not matched as sent, by what happened to them and why. */
  mangled: Map<string, number>
  failure?: string
}

/** Within the endpoint's limits, with room for long records. */
const eventsPerCall = 2_000
const charactersPerCall = 4_000_000

/** Loads one file; an unreadable file does not stop the others. */
export async function loadFile(
  file: string,
  target: Pick<Target, 'send'>,
  { onProgress = () => {}, ...options }: FileOptions & { onProgress?: (done: number, total: number) => void },
): Promise<Loaded> {
  const answer: Required<IngestAnswer> = { accepted: 0, duplicates: 0, revised: 0, rejected: [], warnings: [] }
  const loaded: Loaded = { file, records: 0, answer, mayHaveMoreWarnings: false, mangled: new Map() }
  try {
    const items = await readFile(file, options)
    loaded.records = items.length
    onProgress(0, items.length)
    let done = 0
    // Sequential, because the later version of a repeated document must win.
    for (const call of toCalls(items)) {
      const part = await target.send(call)
      answer.accepted += part.accepted
      answer.duplicates += part.duplicates
      answer.revised += part.revised
      answer.rejected.push(...part.rejected)
      const { warnings = [] } = part
      answer.warnings.push(...warnings)
      loaded.mayHaveMoreWarnings ||= warnings.length >= feedLimits.warnings
      onProgress((done += call.length), items.length)
    }
    const refused = new Set(answer.rejected.map(({ index }) => index))
    loaded.mangled = countMangled(items.filter(({ index }) => !refused.has(index)))
  } catch (error) {
    loaded.failure = error instanceof Error ? error.message : String(error)
  }
  return loaded
}

/** The report after loading: counts, and each reason with some of its documents. */
export function summary(loaded: Loaded[], where: string): string {
  const total = (pick: (one: Loaded) => number) => loaded.reduce((sum, one) => sum + pick(one), 0)
  const lines = [
    `${loaded.length === 1 ? '1 file' : `${loaded.length} files`} into ${where}:`,
    `${count(total((one) => one.records))} records read`,
    `${count(total((one) => one.answer.accepted))} accepted`,
    `${count(total((one) => one.answer.revised))} revised`,
    `${count(total((one) => one.answer.duplicates))} already there`,
    `${count(total((one) => one.answer.rejected.length))} rejected, kept in quarantine`,
  ]
  for (const [reason, documents] of groupByProblem(loaded, 'rejected'))
    lines.push(`${count(documents.length)} × ${reason}: ${listFirst(documents)}`)
  const orMore = loaded.some((one) => one.mayHaveMoreWarnings) ? ' or more' : ''
  for (const [reason, documents] of groupByProblem(loaded, 'warnings'))
    lines.push(`${count(documents.length)}${orMore} × probably wrong: ${reason}: ${listFirst(documents)}`)
  const mangled = new Map<string, number>()
  for (const one of loaded)
    for (const [reason, times] of one.mangled) mangled.set(reason, (mangled.get(reason) ?? 0) + times)
  for (const [reason, times] of mangled) lines.push(`${count(times)} parcel ${reason}`)
  for (const { file, failure } of loaded) if (failure) lines.push(`${file}: ${failure}`)
  return lines.join('\n')
}

const nameDocument = (file: string, { documentIdentifier, index }: RejectedItem): string =>
  documentIdentifier ?? `record ${index + 1} of ${file}`

/** The documents of each problem. */
function groupByProblem(loaded: Loaded[], list: 'rejected' | 'warnings'): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { file, answer } of loaded)
    for (const item of answer[list])
      for (const problem of item.problems)
        groups.set(problem, [...(groups.get(problem) ?? []), nameDocument(file, item)])
  return groups
}

const listFirst = (documents: string[]) => `${documents.slice(0, 5).join(', ')}${documents.length > 5 ? ', …' : ''}`

const count = (number: number) => number.toLocaleString('en-US').padStart(10)

function* toCalls(items: IncomingItem[]): Generator<IncomingItem[]> {
  let call: IncomingItem[] = []
  let characters = 0
  for (const item of items) {
    const length = JSON.stringify(item.value ?? item.sent ?? null).length
    if (call.length >= eventsPerCall || (call.length > 0 && characters + length > charactersPerCall)) {
      yield call
      call = []
      characters = 0
    }
    call.push(item)
    characters += length
  }
  if (call.length > 0) yield call
}

function countMangled(items: IncomingItem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { value } of items) {
    const parcels = (value as { parcels?: unknown } | null | undefined)?.parcels
    for (const parcel of Array.isArray(parcels) ? parcels : []) {
      const reason = typeof parcel === 'string' && parcel.trim() !== '' ? describeUnread(parcel) : null
      if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
  }
  return counts
}

function describeUnread(parcel: string): string | null {
  const mangled = mangledParcelReason(parcel)
  if (mangled !== null) return `IDs set aside: ${mangled}`
  const partly = partlyReadParcelReason(parcel)
  return partly && `ranges matched in part: ${partly}`
}
