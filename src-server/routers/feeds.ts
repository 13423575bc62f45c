import { TZDate } from '@date-fns/tz'
import { startOfDay } from 'date-fns/startOfDay'
import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { feedInput } from '#shared/contract/feed-settings.ts'
import { messages } from '#shared/contract/messages.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { checkMapping, type MappingCheck } from '../features/feeds/check-mapping.ts'
import { countOpenFindings } from '../features/feeds/findings/feed-findings.ts'
import { createIngest } from '../features/feeds/ingest/ingest-events.ts'
import {
  type FeedDetail,
  type FeedKeyRow,
  type FeedRow,
  findFeedDetail,
  listFeedPage,
  listKeys,
} from '../features/feeds/manage/feed-view.queries.ts'
import {
  createFeed,
  createFeedKey,
  revokeFeedKey,
  setFeedOpen,
  updateFeed,
} from '../features/feeds/manage/manage-feeds.ts'
import { type MatchPreview, previewMatches } from '../features/feeds/match-preview.ts'
import {
  discardQuarantined,
  listQuarantine,
  getQuarantinedItem,
  retryAllQuarantined,
  retryQuarantined,
} from '../features/feeds/quarantine/quarantine.ts'
import { sampleLimits } from '../features/feeds/records/describe-sample.ts'
import type { IngestEvents } from '../features/feeds/records/incoming-item.ts'
import type { ServerDeps } from '../platform/deps.ts'
import { technical, router } from '../trpc/init.ts'
import { findingProcedures } from './feed-findings.ts'
import { heldNoticeProcedures } from './held-notices.ts'

const page = z.number().int().min(1).max(1_000_000).default(1)
const id = z.number().int()
const idOnly = z.strictObject({ id })
const sample = z.string().trim().min(1, messages.required).max(sampleLimits.characters, 'Enter fewer rows.')

/** One per database, since it batches across calls. */
const ingests = new WeakMap<Db, IngestEvents>()
function retrying(deps: ServerDeps) {
  const ingest = ingests.get(deps.db) ?? createIngest(deps)
  ingests.set(deps.db, ingest)
  return { db: deps.db, ingest, countyZone: deps.env.COUNTY_TIME_ZONE }
}

type FeedView = Omit<FeedRow, 'lastSeenAt'> & {
  lastSeen: string
  silenceSeconds: number | null
  /** What we noticed in its records and staff have not discarded. */
  findings: number
}
type KeyView = Omit<FeedKeyRow, 'createdAt' | 'revokedAt'> & { created: string; revoked: string }
type QuarantineView = {
  id: number
  stage: 'ingest' | 'matching'
  feed: string | null
  documentId: string
  problems: string[]
  at: string
}

/** The county's feeds, only for their own page, so without REST paths. */
export const feedsRouter = router({
  ...findingProcedures,

  list: technical
    .meta({ rest: [] })
    .input(z.strictObject({ page }))
    .query(async ({ ctx, input }): Promise<Reply<{ feeds: FeedView[]; total: number }>> => {
      const zone = ctx.deps.env.COUNTY_TIME_ZONE
      const dayStart = new Date(startOfDay(TZDate.tz(zone)).getTime())
      const { rows, total } = await listFeedPage(ctx.deps.db, { dayStart, ...toLimitOffset(input.page) })
      const findings = await countOpenFindings(
        ctx.deps.db,
        rows.map((feed) => feed.id),
      )
      const feeds = rows.map(({ lastSeenAt, ...feed }) => ({
        ...feed,
        findings: (!feed.closed && findings.get(feed.id)) || 0,
        lastSeen: formatTime(lastSeenAt, zone),
        silenceSeconds: lastSeenAt && Math.max(0, (Date.now() - lastSeenAt.getTime()) / 1000),
      }))
      return { content: { feeds, total } }
    }),

  /** The names to choose from, open feeds first. */
  names: technical.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<{ id: number; name: string }[]>> => {
    const { rows } = await listFeedPage(ctx.deps.db, { dayStart: new Date(), limit: 100, offset: 0 })
    return {
      content: rows.toSorted((a, b) => Number(a.closed) - Number(b.closed)).map(({ id, name }) => ({ id, name })),
    }
  }),

  get: technical
    .meta({ rest: [] })
    .input(idOnly)
    .query(async ({ ctx, input }): Promise<Reply<FeedDetail>> => {
      const feed = await findFeedDetail(ctx.deps.db, input.id)
      if (!feed) throw new AppError('missing', messages.notFound)
      return { content: feed }
    }),

  create: technical
    .meta({ rest: [] })
    .input(feedInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number }>> => {
      return { content: await createFeed(ctx.deps.db, ctx.actor, input) }
    }),

  save: technical
    .meta({ rest: [] })
    .input(z.strictObject({ id, version: z.number().int(), feed: feedInput }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await updateFeed(ctx.deps.db, ctx.actor, input)
      await ctx.deps.enqueue(null, 'checkFeeds', {})
      return { content: null }
    }),

  /** Closes a feed, whose keys are then refused while its records stay, or opens it. */
  setOpen: technical
    .meta({ rest: [] })
    .input(z.strictObject({ id, open: z.boolean() }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await setFeedOpen(ctx.deps.db, ctx.actor, input.id, input.open)
      return { content: null }
    }),

  keys: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id, page }))
    .query(async ({ ctx, input }): Promise<Reply<{ keys: KeyView[]; total: number }>> => {
      const { rows, total } = await listKeys(ctx.deps.db, { feedId: input.feedId, ...toLimitOffset(input.page) })
      const zone = ctx.deps.env.COUNTY_TIME_ZONE
      const keys = rows.map(({ createdAt, revokedAt, ...key }) => ({
        ...key,
        created: formatTime(createdAt, zone),
        revoked: formatTime(revokedAt, zone),
      }))
      return { content: { keys, total } }
    }),

  /** Returns the key itself, which cannot be shown again. */
  createKey: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number; key: string; hint: string }>> => {
      return { content: await createFeedKey(ctx.deps.db, ctx.actor, input.feedId) }
    }),

  revokeKey: technical
    .meta({ rest: [] })
    .input(idOnly)
    .mutation(async ({ ctx, input }): Promise<Reply<{ hint: string }>> => {
      return { content: await revokeFeedKey(ctx.deps.db, ctx.actor, input.id) }
    }),

  /** Shows how a pasted sample would be read, by settings that need not be saved. It changes nothing. */
  checkMapping: technical
    .meta({ rest: [], longText: true })
    .input(z.strictObject({ text: sample, feed: feedInput }))
    .mutation(async ({ ctx, input }): Promise<Reply<MappingCheck>> => {
      return { content: await checkMapping(ctx.deps, input.text, input.feed) }
    }),

  /** Quarantined items. */
  quarantine: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id.optional(), page }))
    .query(async ({ ctx, input }): Promise<Reply<{ items: QuarantineView[]; total: number }>> => {
      const { rows, total } = await listQuarantine(ctx.deps.db, input)
      const items = rows.map((row) => ({
        id: row.id,
        stage: row.stage,
        feed: row.feed_name,
        documentId: toSingleLine(row.document_id),
        problems: row.problems.map(toSingleLine),
        at: formatTime(row.created_at, ctx.deps.env.COUNTY_TIME_ZONE),
      }))
      return { content: { items, total } }
    }),

  /** A quarantined item as sent. */
  quarantined: technical
    .meta({ rest: [] })
    .input(idOnly)
    .query(async ({ ctx, input }): Promise<Reply<{ text: string; cut: boolean; restricted: boolean }>> => {
      return { content: await getQuarantinedItem(ctx.deps.db, input.id) }
    }),

  /** `problems` are the ones that remain; empty if the item was accepted. */
  retry: technical
    .meta({ rest: [] })
    .input(idOnly)
    .mutation(async ({ ctx, input }): Promise<Reply<{ problems: string[] }>> => {
      return {
        content: { problems: (await retryQuarantined(retrying(ctx.deps), ctx.actor, input.id)).map(toSingleLine) },
      }
    }),

  retryAll: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id.optional() }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ taken: number; stayed: number; all: boolean }>> => {
      return { content: await retryAllQuarantined(retrying(ctx.deps), ctx.actor, input) }
    }),

  discard: technical
    .meta({ rest: [] })
    .input(idOnly)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await discardQuarantined(ctx.deps.db, ctx.actor, input.id)
      return { content: null }
    }),

  ...heldNoticeProcedures,

  /** The match preview: who would be notified about a record. It changes nothing; a lookup of addresses is audited. */
  wouldBeTold: technical
    .meta({ rest: [], longText: true })
    .input(z.strictObject({ feedId: id, text: sample, page }))
    .mutation(async ({ ctx, input }): Promise<Reply<MatchPreview>> => ({
      content: await previewMatches(ctx.deps, ctx.actor, input),
    })),
})
