import type { FeedFormat } from '#shared/matching/public.ts'
import { findNearMisses, listPlainNames } from './near-misses.ts'
import { type PlainName, readPlainNames } from './plain-name.ts'
import { FileProblem, readText } from './read-documents.ts'

/** Alerts to try, one 'Last, First Middle' per line. */
export async function readAlertFile(path: string): Promise<PlainName[]> {
  const lines = (await readText(path)).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, i) => {
    const [person] = readPlainNames(line)
    if (!person) throw new FileProblem(`Line ${i + 1} of ${path} is not a name of the form 'Last, First Middle'.`)
    return person
  })
}

/** Lists near misses by reason, for people to look through. Names appear on the screen only. */
export function reportNearMisses(
  names: string[][],
  entered: PlainName[] | null,
  feed: FeedFormat,
  log: (line: string) => void,
): void {
  const alerts = entered ?? listPlainNames(names)
  if (alerts.length === 0) {
    log('No name in the file has the form LAST, FIRST, so there are no alerts to try. Name some with --alerts FILE.')
    return
  }
  const misses = findNearMisses(names, alerts, feed)
  log(`${alerts.length} alerts, ${misses.length} near misses: both names in one part of a record, and no match`)
  for (const [reason, list] of Map.groupBy(misses, (miss) => miss.reason)) {
    log(`\n${reason}: ${list.length}`)
    for (const { row, name, alert, read } of list)
      log(`  row ${row}: ${[alert.first, ...alert.middles, alert.last].join(' ')} | ${name} | ${read}`)
  }
}
