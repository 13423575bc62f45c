import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import type { PossibleMatchPage } from '#shared/contract/possible-match.ts'
import { recordReportFilters } from '#shared/contract/suspicious-report.ts'
import { type Health, assessHealth } from '#shared/domain/monitoring/health.ts'
import { recentFigures } from '../features/monitoring/recent-figures.ts'
import { resendNotice } from '../features/notices/resend-notice.ts'
import { openReport, resolveReport } from '../features/support/resolve-report.ts'
import { listStaffChoices, type StaffChoice } from '../features/support/staff-choices.queries.ts'
import { countOpenReports, countUnopenedReports } from '../features/support/suspicious-reports.queries.ts'
import {
  type SuspiciousReport,
  listSuspiciousReports,
  showSuspiciousReport,
} from '../features/support/suspicious-reports.ts'
import { type UserMessage, listUserMessages } from '../features/support/user-messages.ts'
import { listUserPossibleMatches } from '../features/support/user-possible-matches.ts'
import { endSessionsForUser, type UserSession, listUserSessions } from '../features/support/user-sessions.ts'
import {
  type SuppressedAddress,
  liftUserSuppression,
  listSuppressionsForStaff,
} from '../features/support/user-suppressions.ts'
import { admins, router } from '../trpc/init.ts'

const id = z.number().int()
const ofUser = z.strictObject({ userId: id })
const ofReport = z.strictObject({ noticeId: id })

/** What staff need when a resident calls: messages, suppressions and sessions of a user whom they may see. */
export const supportRouter = router({
  messages: admins
    .meta({ rest: [] })
    .input(ofUser.extend({ page: z.number().int().min(1).max(100_000) }))
    .query(async ({ ctx, input }): Promise<Reply<{ messages: UserMessage[]; total: number }>> => {
      return { content: await listUserMessages(ctx.deps, ctx.actor, input) }
    }),

  possibleMatches: admins
    .meta({ rest: [] })
    .input(ofUser.extend({ page: z.number().int().min(1).max(100_000) }))
    .query(async ({ ctx, input }): Promise<Reply<PossibleMatchPage>> => ({
      content: await listUserPossibleMatches(ctx.deps, ctx.actor, input),
    })),

  sendAgain: admins
    .meta({ rest: [] })
    .input(ofUser.extend({ noticeId: id, evenIfSent: z.boolean().default(false) }))
    .mutation(async ({ ctx, input: { userId, ...again } }): Promise<Reply<null>> => {
      await resendNotice(ctx.deps, ctx.actor, { ...again, ofUser: userId })
      return { message: 'We are sending the message again.', content: null }
    }),

  stops: admins
    .meta({ rest: [] })
    .input(ofUser)
    .query(async ({ ctx, input }): Promise<Reply<SuppressedAddress[]>> => {
      return { content: await listSuppressionsForStaff(ctx.deps, ctx.actor, input.userId) }
    }),

  undoStop: admins
    .meta({ rest: [] })
    .input(ofUser.extend({ id }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => ({
      message: await liftUserSuppression(ctx.deps, ctx.actor, input),
      content: null,
    })),

  sessions: admins
    .meta({ rest: [] })
    .input(ofUser)
    .query(async ({ ctx, input }): Promise<Reply<UserSession[]>> => {
      return { content: await listUserSessions(ctx.deps, ctx.actor, input.userId) }
    }),

  /** One session, or all except the caller's own if `sessionId` is null. */
  endSessions: admins
    .meta({ rest: [] })
    .input(ofUser.extend({ sessionId: z.string().max(64).nullable() }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      const ended = await endSessionsForUser(ctx.deps, ctx.actor, input)
      return { message: ended === 1 ? 'One session ended.' : `${ended} sessions ended.`, content: null }
    }),

  /** Reports of suspicious records from users whom the caller may see: open, or resolved. */
  looksWrong: admins
    .meta({ rest: [] })
    .input(z.strictObject({ page: z.number().int().min(1).max(1_000_000), shown: z.enum(recordReportFilters) }))
    .query(async ({ ctx, input }): Promise<Reply<{ answers: SuspiciousReport[]; total: number }>> => {
      return { content: await listSuspiciousReports(ctx.deps, ctx.actor, input) }
    }),

  /** Counts open reports; `maxRecordReportsCounted` also means more. */
  looksWrongCount: admins.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<number>> => {
    return { content: await countOpenReports(ctx.deps.db, ctx.actor.role) }
  }),

  /** Counts reports that no member of staff has opened. */
  unopenedReports: admins.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<number>> => {
    return { content: await countUnopenedReports(ctx.deps.db, ctx.actor.role) }
  }),

  report: admins
    .meta({ rest: [] })
    .input(ofReport)
    .query(async ({ ctx, input }): Promise<Reply<SuspiciousReport>> => {
      return { content: await showSuspiciousReport(ctx.deps, ctx.actor, input.noticeId) }
    }),

  openReport: admins
    .meta({ rest: [] })
    .input(ofReport)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await openReport(ctx.deps, ctx.actor, input)
      return { content: null }
    }),

  /** The administrators who can be chosen to get an email about each report. */
  reportStaff: admins.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<StaffChoice[]>> => {
    return { content: await listStaffChoices(ctx.deps.db, ctx.actor.role) }
  }),

  /** The state of the service, for every administrator; the figures behind it are only for the provider. */
  health: admins.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<Health>> => {
    return { content: assessHealth(await recentFigures(ctx.deps)) }
  }),

  /** Resolves a report, or with false reopens it. */
  dealWithAnswer: admins
    .meta({ rest: [] })
    .input(ofReport.extend({ dealtWith: z.boolean() }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await resolveReport(ctx.deps, ctx.actor, input)
      return { content: null }
    }),
})
