import type { ServerDeps } from '#server/platform/deps.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import { type FeedChanges, feedInput } from '#shared/contract/feed-settings.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { describeSample, type SampleDocument, parseSample, sampleLimits } from './records/describe-sample.ts'

export type MappingCheck = {
  documents: SampleDocument[]
  /** The number of further documents in the sample. */
  more: number
  /** Columns of the sheet that the mapping does not use; empty for JSON. */
  unread: string[]
}

/**
 * Reads a pasted sample by settings that need not be saved, to show the result.
 * @throws AppError refused if the text cannot be read at all
 */
export async function checkMapping(
  { settings, env }: Pick<ServerDeps, 'settings' | 'env'>,
  text: string,
  changes: FeedChanges,
): Promise<MappingCheck> {
  const feed = feedInput.parse(changes)
  const mask = parseMaskOrNull((await settings.current()).service.parcelMask)
  const items = await parseSample(text, feed.mapping)
  const documents = items.slice(0, sampleLimits.documents).map(
    (item) =>
      describeSample(item, {
        feed: { id: 0, timeZone: feed.timeZone },
        reading: feed,
        mask,
        countyZone: env.COUNTY_TIME_ZONE,
      }).shown,
  )
  const header = (items[0]?.sent as { csv?: string[][] } | undefined)?.csv?.[0] ?? []
  const read = feed.mapping ? listMappedColumns(feed.mapping) : new Set(header)
  return {
    documents,
    more: Math.max(0, items.length - sampleLimits.documents),
    unread: header.filter((name) => name !== '' && !read.has(name)),
  }
}

/** Every column that the mapping names. */
function listMappedColumns({ parties, parcels, situsAddresses = [], extra, ...fields }: FeedMapping): Set<string> {
  const ofParties = parties.flatMap(({ role: _fixed, ...sources }) => Object.values(sources))
  return new Set(
    [...Object.values(fields), ...ofParties, ...parcels, ...situsAddresses, extra].flatMap((source) => source ?? []),
  )
}
