import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { recordReportFilters } from '#shared/contract/suspicious-report.ts'
import { type Health, assessHealth } from '#shared/domain/monitoring/health.ts'
import { recentFigures } from '../features/monitoring/recent-figures.ts'
import { sendNoticeAgain } from '../features/notices/resend-notice.ts'
import { dealWithAnswer } from '../features/support/resolve-report.ts'
import { countLooksWrong } from '../features/support/suspicious-reports.queries.ts'
import { type LooksWrong, looksWrong } from '../features/support/suspicious-reports.ts'
import { type UserMessage, userMessages } from '../features/support/user-messages.ts'
import { endUserSessions, type UserSession, userSessions } from '../features/support/user-sessions.ts'
import { type StoppedAddress, undoStop, userStops } from '../features/support/user-suppressions.ts'
import { admins, router } from '../trpc/init.ts'

const id = z.number().int()
const ofUser = z.strictObject({ userId: id })

/** What staff need when a resident calls: messages, stops and sessions of a user whom they may see. */
export const supportRouter = router({
  messages: admins
    .meta({ rest: [] })
    .input(ofUser.extend({ page: z.number().int().min(1).max(100_000) }))
    .query(async ({ ctx, input }): Promise<Reply<{ messages: UserMessage[]; total: number }>> => {
      return { content: await userMessages(ctx, input) }
    }),

  sendAgain: admins
    .meta({ rest: [] })
    .input(ofUser.extend({ noticeId: id, evenIfSent: z.boolean().default(false) }))
    .mutation(async ({ ctx, input: { userId, ...again } }): Promise<Reply<null>> => {
      await sendNoticeAgain(ctx, { ...again, ofUser: userId })
      return { message: 'The message is on its way again.', content: null }
    }),

  stops: admins
    .meta({ rest: [] })
    .input(ofUser)
    .query(async ({ ctx, input }): Promise<Reply<StoppedAddress[]>> => {
      return { content: await userStops(ctx, input.userId) }
    }),

  undoStop: admins
    .meta({ rest: [] })
    .input(ofUser.extend({ id }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => ({ message: await undoStop(ctx, input), content: null })),

  sessions: admins
    .meta({ rest: [] })
    .input(ofUser)
    .query(async ({ ctx, input }): Promise<Reply<UserSession[]>> => {
      return { content: await userSessions(ctx, input.userId) }
    }),

  /** One session, or with `sessionId` null all but the caller's own. */
  endSessions: admins
    .meta({ rest: [] })
    .input(ofUser.extend({ sessionId: z.string().max(64).nullable() }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      const ended = await endUserSessions(ctx, input)
      return { message: ended === 1 ? 'One session ended.' : `${ended} sessions ended.`, content: null }
    }),

  /** Answers 'This looks wrong' of the users whom the caller may see: those that wait, or those dealt with. */
  looksWrong: admins
    .meta({ rest: [] })
    .input(z.strictObject({ page: z.number().int().min(1).max(1_000_000), shown: z.enum(recordReportFilters) }))
    .query(async ({ ctx, input }): Promise<Reply<{ answers: LooksWrong[]; total: number }>> => {
      return { content: await looksWrong(ctx, input) }
    }),

  /** How many of them nobody has dealt with; `mostLooksWrongCounted` stands for more, too. */
  looksWrongCount: admins.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<number>> => {
    return { content: await countLooksWrong(ctx.db, ctx.user.role) }
  }),

  /** How the service does, for every administrator: the figures behind it are the provider's (decisions, section 3). */
  health: admins.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<Health>> => {
    return { content: assessHealth(await recentFigures(ctx.db)) }
  }),

  /** Notes that one is dealt with, or with false opens it again. */
  dealWithAnswer: admins
    .meta({ rest: [] })
    .input(z.strictObject({ noticeId: id, dealtWith: z.boolean() }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await dealWithAnswer(ctx, input)
      return { content: null }
    }),
})
