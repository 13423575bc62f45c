import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { FeedFormat } from '#shared/matching/public.ts'
import { type FiguresBySet, findRises } from './figures.ts'
import { takeHeldOut } from './held-out.ts'
import { listings, listingTitles, toPartyListing } from './listed-names.ts'
import { type NameSet, readNameSets } from './name-sets.ts'
import { type FileDocument, partyNames } from './read-documents.ts'
import { measureReading, type ReadingFigures } from './reading.ts'
import { formatTable } from './table.ts'

type Log = (line: string) => void

const figuresFile = path.join(import.meta.dirname, 'figures.json')
const figuresSchema = z.record(
  z.string(),
  z.object({ names: z.number(), invented: z.number(), unreadable: z.number() }),
)

const header = ['set', 'names', 'people read', 'invented', 'unreadable', 'near misses', 'of alerts']

/**
 * Figures of every set of names below a folder, of all rows and of the third held out. No name is printed.
 * @param keepsRun commits these counts, for later runs to be compared with
 * @returns whether people invented and unreadable names stay within the committed counts
 */
export async function reportFolder(folder: string, feed: FeedFormat, keepsRun: boolean, log: Log): Promise<boolean> {
  const { sets, others } = readNameSets(folder)
  const measure = (take: (documents: FileDocument[]) => FileDocument[]) =>
    sets.map(({ title, documents }) => ({ title, figures: measureReading(take(documents), feed).figures }))
  const all = measure((documents) => documents)
  const heldOut = measure(takeHeldOut)
  log(`${folder}: ${sets.length} sets of names; ${others} other files name no parties\n\nAll rows`)
  log(formatTable(header, all.map(toRow)))
  log('\nThe third held out: every third row')
  log(formatTable(header, heldOut.map(toRow)))
  log('\nAll rows with people, by the comma, whose names the census list has, and those with one that it lacks')
  log(formatTable(['people with', ...header.slice(1)], listByListing(sets, feed).map(toRow)))
  const counts = Object.fromEntries(all.map(({ title, figures }) => [title, toCounts(figures)]))
  if (keepsRun) await writeFile(figuresFile, `${JSON.stringify(counts, null, 2)}\n`)
  const rises = findRises(await readCommitted(), counts)
  if (rises.length > 0)
    log(`\nNot as committed. If the change is meant, keep these figures with --write:\n  ${rises.join('\n  ')}`)
  return rises.length === 0
}

/** Each party's name alone, with the others of its listing. */
function listByListing(sets: readonly NameSet[], feed: FeedFormat) {
  const names = sets.flatMap(({ documents }) => documents.flatMap(partyNames))
  const byListing = Map.groupBy(names, toPartyListing)
  return listings.map((listing) => {
    const documents = (byListing.get(listing) ?? []).map((name) => ({
      parties: [{ name }],
      parcels: [],
      recordedOn: '',
    }))
    return { title: listingTitles[listing], figures: measureReading(documents, feed).figures }
  })
}

const toCounts = ({ names, invented, unreadable }: ReadingFigures) => ({ names, invented, unreadable })

function toRow({ title, figures }: { title: string; figures: ReadingFigures }): string[] {
  const { names, people, invented, unreadable, nearMisses, alerts } = figures
  return [
    title,
    ...[names, people, invented, unreadable, nearMisses, alerts].map((count) => count.toLocaleString('en')),
  ]
}

async function readCommitted(): Promise<FiguresBySet> {
  return figuresSchema.parse(JSON.parse(await readFile(figuresFile, 'utf8')))
}
