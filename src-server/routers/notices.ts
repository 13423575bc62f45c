import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'
import { answerNotice, type NoticeView, ownToken, showNotice, undoAnswer } from '../features/notices/answer-notice.ts'
import { keepAlerts, type KeepView, showLetter } from '../features/notices/keep-alerts.ts'
import { resubscribe, unsubscribe } from '../features/notices/unsubscribe.ts'
import { idInPath } from '../trpc/id-in-path.ts'
import { anyone, router, signedIn } from '../trpc/init.ts'

const token = z.string().trim().min(1).max(200)
const scope = z.enum(['all', 'alert'])

/** The pages that a message's links open. The signed token is the proof; opening a page changes nothing. */
export const noticesRouter = router({
  show: anyone.input(z.strictObject({ token })).query(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
    content: await showNotice(ctx, input.token, ctx.user),
  })),

  answer: anyone
    .input(z.strictObject({ token, answer: z.enum(noticeAnswerCodes), notMyParcel: z.boolean().default(false) }))
    .mutation(async ({ ctx, input: { token: link, ...given } }): Promise<Reply<NoticeView>> => ({
      content: await answerNotice(ctx, link, given, ctx.user),
    })),

  undoAnswer: anyone.input(z.strictObject({ token })).mutation(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
    content: await undoAnswer(ctx, input.token, ctx.user),
  })),

  /** From the history: the token that a message to the caller carries, signed when it is asked for. */
  own: signedIn.input(idInPath).query(async ({ ctx, input }): Promise<Reply<{ token: string }>> => ({
    content: { token: await ownToken(ctx, ctx.user.id, input.id) },
  })),

  /** The letter before a purge, and its one button. */
  letter: anyone
    .input(z.strictObject({ token }))
    .query(async ({ ctx, input }): Promise<Reply<KeepView>> => ({ content: await showLetter(ctx, input.token) })),

  keepAlerts: anyone
    .input(z.strictObject({ token }))
    .mutation(async ({ ctx, input }): Promise<Reply<KeepView>> => ({ content: await keepAlerts(ctx, input.token) })),

  unsubscribe: anyone
    .input(z.strictObject({ token, scope }))
    .mutation(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
      content: await unsubscribe(ctx, input.token, input.scope),
    })),

  resubscribe: anyone
    .input(z.strictObject({ token, scope }))
    .mutation(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
      content: await resubscribe(ctx, input.token, input.scope),
    })),
})
