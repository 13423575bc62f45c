import { z } from 'zod'
import {
  type AuthenticatorStatus,
  readAuthenticatorStatus,
  beginEnrollment,
  confirmEnrollment,
  type Enrollment,
  renewRecoveryCodes,
  turnOffAuthenticator,
} from '#server/features/accounts/second-factor/authenticator.ts'
import {
  needsEnrollmentProof,
  proveEnrollment,
  sendEnrollmentLink,
} from '#server/features/accounts/second-factor/enrollment-proof.ts'
import { resetAuthenticator } from '#server/features/users/reset-authenticator.ts'
import { showEnrollmentCode } from '#server/features/users/show-enrollment-code.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import { admins, adminsBeforeCode, router } from '#server/trpc/init.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { id } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'

const ofUser = z.strictObject({ userId: id })
const oneCode = z.strictObject({ code: z.string().trim().min(1, messages.required).max(20) })
const nothing = z.strictObject({}).nullish()
type RecoveryCodes = Reply<{ recoveryCodes: string[] }>

/** The authenticator app of administrators: setting up their own, and resetting another's. */
export const authenticatorRouter = router({
  status: adminsBeforeCode.query(async ({ ctx }): Promise<Reply<AuthenticatorStatus>> => ({
    content: await readAuthenticatorStatus(ctx.deps, ctx.actor),
  })),

  /**
   * The proof that a new administrator, or one whose app was reset, gives before setting up an app: another
   * administrator's code, or the link to the mailbox.
   */
  prove: adminsBeforeCode
    .meta({ rest: [] })
    .input(oneCode)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await proveEnrollment(ctx.deps, ctx.actor, input.code)
      return { content: null }
    }),

  sendLink: adminsBeforeCode
    .meta({ rest: [] })
    .input(nothing)
    .mutation(async ({ ctx }): Promise<Reply<null>> => ({
      message: await sendEnrollmentLink(ctx.deps, ctx.actor),
      content: null,
    })),

  /** The enrollment code, shown only this once. */
  showCode: admins
    .meta({ rest: [] })
    .input(ofUser)
    .mutation(async ({ ctx, input }): Promise<Reply<{ code: string; days: number }>> => ({
      content: await showEnrollmentCode(ctx.deps, ctx.actor, input.userId),
    })),

  // A stranger at an open browser must not take the account over with an app of their own.
  begin: adminsBeforeCode.input(nothing).mutation(async ({ ctx }): Promise<Reply<Enrollment>> => ({
    content: await beginEnrollment(ctx.deps, ctx.actor),
  })),

  confirm: adminsBeforeCode.input(oneCode).mutation(async ({ ctx, input }): Promise<RecoveryCodes> => ({
    content: { recoveryCodes: await confirmEnrollment(ctx.deps, ctx.actor, input.code) },
  })),

  renewRecoveryCodes: admins.input(nothing).mutation(async ({ ctx }): Promise<RecoveryCodes> => ({
    content: { recoveryCodes: await renewRecoveryCodes(ctx.deps, ctx.actor) },
  })),

  turnOff: admins.input(nothing).mutation(async ({ ctx }): Promise<Reply<null>> => {
    await turnOffAuthenticator(ctx.deps, ctx.actor)
    return { message: 'Authenticator app turned off.', content: null }
  }),

  /** Whether another user, whom the administrator may see, has an app, or needs a code to set one up. */
  of: admins.input(ofUser).query(async ({ ctx, input }): Promise<Reply<{ on: boolean; codeNeeded: boolean }>> => {
    const { id, totp_on: on } = await findVisibleUser(ctx.deps.db, ctx.actor, input.userId)
    return { content: { on, codeNeeded: !on && (await needsEnrollmentProof(ctx.deps, { id })) } }
  }),

  reset: admins.input(ofUser).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    await resetAuthenticator(ctx.deps, ctx.actor, input.userId)
    return { message: 'Authenticator app reset.', content: null }
  }),
})
