import { TZDate } from '@date-fns/tz'
import { startOfDay } from 'date-fns/startOfDay'
import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { feedInput } from '#shared/contract/feed-settings.ts'
import { messages } from '#shared/contract/messages.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { countHeldNotices } from '#shared/node/domain/notices/held-notices.queries.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import { checkMapping, type MappingCheck } from '../features/feeds/check-mapping.ts'
import {
  type FeedDetail,
  type FeedKeyRow,
  type FeedRow,
  findFeedDetail,
  listFeedPage,
  listKeys,
} from '../features/feeds/feed-view.queries.ts'
import { createIngest, type IngestEvents } from '../features/feeds/ingest-events.ts'
import { createFeed, createFeedKey, revokeFeedKey, setFeedOpen, updateFeed } from '../features/feeds/manage-feeds.ts'
import {
  discardQuarantined,
  listQuarantine,
  getQuarantinedItem,
  retryAllQuarantined,
  retryQuarantined,
} from '../features/feeds/quarantine.ts'
import { sampleLimits } from '../features/feeds/read-sample.ts'
import { releaseHeldNotices } from '../features/feeds/release-held.ts'
import { type MatchPreview, previewMatches } from '../features/feeds/match-preview.ts'
import type { UserContext } from '../trpc/context.ts'
import { technical, router } from '../trpc/init.ts'

const page = z.number().int().min(1).max(1_000_000).default(1)
const id = z.number().int()
const idOnly = z.strictObject({ id })
const sample = z.string().trim().min(1, messages.required).max(sampleLimits.characters, 'Enter fewer rows.')

const actorOf = ({ user, address }: UserContext) => ({ id: user.id, username: user.username, address })

/** Gathers across calls, so there is one for each database. */
const ingests = new WeakMap<Db, IngestEvents>()
function retrying(ctx: UserContext) {
  const ingest = ingests.get(ctx.db) ?? createIngest(ctx)
  ingests.set(ctx.db, ingest)
  return { db: ctx.db, ingest, countyZone: ctx.env.COUNTY_TIME_ZONE }
}

type FeedView = Omit<FeedRow, 'lastSeenAt'> & { lastSeen: string; silenceSeconds: number | null }
type KeyView = Omit<FeedKeyRow, 'createdAt' | 'revokedAt'> & { created: string; revoked: string }
type QuarantineView = {
  id: number
  stage: 'ingest' | 'matching'
  feed: string | null
  documentId: string
  problems: string[]
  at: string
}

/** The county's feeds (decisions, section 7); for their page alone, so without REST paths. */
export const feedsRouter = router({
  list: technical
    .meta({ rest: [] })
    .input(z.strictObject({ page }))
    .query(async ({ ctx, input }): Promise<Reply<{ feeds: FeedView[]; total: number }>> => {
      const zone = ctx.env.COUNTY_TIME_ZONE
      const dayStart = new Date(startOfDay(TZDate.tz(zone)).getTime())
      const { rows, total } = await listFeedPage(ctx.db, { dayStart, ...toLimitOffset(input.page) })
      const feeds = rows.map(({ lastSeenAt, ...feed }) => ({
        ...feed,
        lastSeen: formatTime(lastSeenAt, zone),
        silenceSeconds: lastSeenAt && Math.max(0, (Date.now() - lastSeenAt.getTime()) / 1000),
      }))
      return { content: { feeds, total } }
    }),

  /** Names for choosing one, open feeds first. */
  names: technical.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<{ id: number; name: string }[]>> => {
    const { rows } = await listFeedPage(ctx.db, { dayStart: new Date(), limit: 100, offset: 0 })
    return {
      content: rows.toSorted((a, b) => Number(a.closed) - Number(b.closed)).map(({ id, name }) => ({ id, name })),
    }
  }),

  get: technical
    .meta({ rest: [] })
    .input(idOnly)
    .query(async ({ ctx, input }): Promise<Reply<FeedDetail>> => {
      const feed = await findFeedDetail(ctx.db, input.id)
      if (!feed) throw new AppError('missing', messages.notFound)
      return { content: feed }
    }),

  create: technical
    .meta({ rest: [] })
    .input(feedInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number }>> => {
      return { content: await createFeed(ctx.db, actorOf(ctx), input) }
    }),

  save: technical
    .meta({ rest: [] })
    .input(z.strictObject({ id, version: z.number().int(), feed: feedInput }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await updateFeed(ctx.db, actorOf(ctx), input.id, input.feed, input.version)
      return { content: null }
    }),

  /** A closed feed's keys are refused; its records stay. */
  setOpen: technical
    .meta({ rest: [] })
    .input(z.strictObject({ id, open: z.boolean() }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await setFeedOpen(ctx.db, actorOf(ctx), input.id, input.open)
      return { content: null }
    }),

  keys: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id, page }))
    .query(async ({ ctx, input }): Promise<Reply<{ keys: KeyView[]; total: number }>> => {
      const { rows, total } = await listKeys(ctx.db, { feedId: input.feedId, ...toLimitOffset(input.page) })
      const zone = ctx.env.COUNTY_TIME_ZONE
      const keys = rows.map(({ createdAt, revokedAt, ...key }) => ({
        ...key,
        created: formatTime(createdAt, zone),
        revoked: formatTime(revokedAt, zone),
      }))
      return { content: { keys, total } }
    }),

  /** Answers the key itself, which cannot be shown again. */
  createKey: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number; key: string; hint: string }>> => {
      return { content: await createFeedKey(ctx.db, actorOf(ctx), input.feedId) }
    }),

  revokeKey: technical
    .meta({ rest: [] })
    .input(idOnly)
    .mutation(async ({ ctx, input }): Promise<Reply<{ hint: string }>> => {
      return { content: await revokeFeedKey(ctx.db, actorOf(ctx), input.id) }
    }),

  /** What would become of a pasted sample, by settings that need not be saved. It changes nothing. */
  checkMapping: technical
    .meta({ rest: [], longText: true })
    .input(z.strictObject({ text: sample, feed: feedInput }))
    .mutation(async ({ ctx, input }): Promise<Reply<MappingCheck>> => {
      return { content: await checkMapping(ctx, input.text, input.feed) }
    }),

  /** Items that could not be taken. */
  quarantine: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id.optional(), page }))
    .query(async ({ ctx, input }): Promise<Reply<{ items: QuarantineView[]; total: number }>> => {
      const { rows, total } = await listQuarantine(ctx.db, input)
      const items = rows.map((row) => ({
        id: row.id,
        stage: row.stage,
        feed: row.feed_name,
        documentId: oneLine(row.document_id),
        problems: row.problems.map(oneLine),
        at: formatTime(row.created_at, ctx.env.COUNTY_TIME_ZONE),
      }))
      return { content: { items, total } }
    }),

  /** One of them as it was sent. */
  quarantined: technical
    .meta({ rest: [] })
    .input(idOnly)
    .query(async ({ ctx, input }): Promise<Reply<{ text: string; cut: boolean }>> => {
      return { content: await getQuarantinedItem(ctx.db, input.id) }
    }),

  /** `problems` are those that are left; empty where it was taken. */
  retry: technical
    .meta({ rest: [] })
    .input(idOnly)
    .mutation(async ({ ctx, input }): Promise<Reply<{ problems: string[] }>> => {
      return { content: { problems: (await retryQuarantined(retrying(ctx), actorOf(ctx), input.id)).map(oneLine) } }
    }),

  retryAll: technical
    .meta({ rest: [] })
    .input(z.strictObject({ feedId: id.optional() }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ taken: number; stayed: number; all: boolean }>> => {
      return { content: await retryAllQuarantined(retrying(ctx), actorOf(ctx), input) }
    }),

  discard: technical
    .meta({ rest: [] })
    .input(idOnly)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await discardQuarantined(ctx.db, actorOf(ctx), input.id)
      return { content: null }
    }),

  /** What the flood guard holds: how many, why, and since when. */
  held: technical
    .meta({ rest: [] })
    .query(async ({ ctx }): Promise<Reply<{ reason: string; notices: number; oldest: string }[]>> => {
      const held = await countHeldNotices(ctx.db)
      return {
        content: held.map((one) => ({ ...one, oldest: formatTime(one.oldest, ctx.env.COUNTY_TIME_ZONE) })),
      }
    }),

  /** `notices`: as many as were confirmed. */
  releaseHeld: technical
    .meta({ rest: [] })
    .input(z.strictObject({ reason: z.string().max(200), notices: z.number().int().min(1) }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ released: number }>> => {
      return { content: { released: await releaseHeldNotices(ctx, { reason: input.reason, max: input.notices }) } }
    }),

  /** Who would be told by a record. It changes nothing; a look at addresses is written to the audit log. */
  wouldBeTold: technical
    .meta({ rest: [], longText: true })
    .input(z.strictObject({ feedId: id, text: sample, page }))
    .mutation(async ({ ctx, input }): Promise<Reply<MatchPreview>> => ({ content: await previewMatches(ctx, input) })),
})
