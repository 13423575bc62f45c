import { z } from 'zod'
import { exceptionOfferInput } from '#shared/contract/alert-exception.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'
import { type ChangesView, showChanges, undoChanges } from '../features/notice-changes/undo-changes.ts'
import { answerNotice, showNotice, undoAnswer } from '../features/notices/answer-notice.ts'
import { applyExceptionOffer, undoExceptionOffer } from '../features/notices/apply-exception-offer.ts'
import { keepAlerts, type KeepView, showLetter } from '../features/notices/keep-alerts.ts'
import type { NoticeView } from '../features/notices/notice-view.ts'
import { signOwnNoticeLink } from '../features/notices/own-notices.ts'
import { resubscribe, unsubscribe, unsubscribeScopes } from '../features/notices/unsubscribe.ts'
import { idInPath } from '../trpc/id-in-path.ts'
import { anyone, router, loggedIn } from '../trpc/init.ts'

const token = z.string().trim().min(1).max(200)
const scope = z.enum(unsubscribeScopes)

/** The pages behind a message's links. The signed token is the proof; opening a page changes nothing. */
export const noticesRouter = router({
  show: anyone.input(z.strictObject({ token })).query(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
    content: await showNotice(ctx.deps, ctx.caller.user, input.token),
  })),

  answer: anyone
    .input(z.strictObject({ token, answer: z.enum(noticeAnswerCodes), notMyParcel: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
      content: await answerNotice(ctx.deps, ctx.caller.user, input),
    })),

  undoAnswer: anyone.input(z.strictObject({ token })).mutation(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
    content: await undoAnswer(ctx.deps, ctx.caller.user, input.token),
  })),

  /**
   * After 'This is not about me': what the caller's own alert leaves out from now on. A link alone is not enough for
   * it.
   */
  narrow: loggedIn
    .meta({ rest: [] })
    .input(exceptionOfferInput)
    .mutation(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
      content: await applyExceptionOffer(ctx.deps, ctx.actor, input),
    })),

  undoNarrow: loggedIn
    .meta({ rest: [] })
    .input(exceptionOfferInput)
    .mutation(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
      content: await undoExceptionOffer(ctx.deps, ctx.actor, input),
    })),

  /** From the history: the token of a message to the caller, signed on request. */
  own: loggedIn.input(idInPath).query(async ({ ctx, input }): Promise<Reply<{ token: string }>> => ({
    content: { token: await signOwnNoticeLink(ctx.deps, ctx.actor, input.id) },
  })),

  /** The email before a purge, and its button. */
  letter: anyone
    .input(z.strictObject({ token }))
    .query(async ({ ctx, input }): Promise<Reply<KeepView>> => ({ content: await showLetter(ctx.deps, input.token) })),

  keepAlerts: anyone.input(z.strictObject({ token })).mutation(async ({ ctx, input }): Promise<Reply<KeepView>> => ({
    content: await keepAlerts(ctx.deps, ctx.caller, input.token),
  })),

  /** What another user ended or moved, and 'This was not me'. */
  changes: anyone.input(z.strictObject({ token })).query(async ({ ctx, input }): Promise<Reply<ChangesView>> => ({
    content: await showChanges(ctx.deps, input.token),
  })),

  undoChanges: anyone
    .input(z.strictObject({ token }))
    .mutation(async ({ ctx, input }): Promise<Reply<ChangesView>> => ({
      content: await undoChanges(ctx.deps, ctx.caller, input.token),
    })),

  unsubscribe: anyone
    .input(z.strictObject({ token, scope }))
    .mutation(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
      content: await unsubscribe(ctx.deps, input.token, input.scope),
    })),

  resubscribe: anyone
    .input(z.strictObject({ token, scope }))
    .mutation(async ({ ctx, input }): Promise<Reply<NoticeView>> => ({
      content: await resubscribe(ctx.deps, input.token, input.scope),
    })),
})
