import { z } from 'zod'
import { judgePassword } from '#server/features/accounts/account/judge-password.ts'
import { confirmProfileEmail, type ConfirmedEmail } from '#server/features/accounts/profile/confirm-profile-email.ts'
import { stopEmailChange } from '#server/features/accounts/profile/stop-email-change.ts'
import {
  requestPasswordReset,
  requestUsernames,
  revealUsernames,
} from '#server/features/accounts/recovery/recover-account.ts'
import { checkResetTicket, resetPassword } from '#server/features/accounts/recovery/reset-password.ts'
import { completeRegistration } from '#server/features/accounts/registration/complete-registration.ts'
import { resendRegistration } from '#server/features/accounts/registration/registration-link.ts'
import { sendSample } from '#server/features/accounts/registration/send-sample.ts'
import { signUp } from '#server/features/accounts/registration/sign-up.ts'
import { textMeToo } from '#server/features/accounts/registration/text-me-too.ts'
import { allowEnrollment } from '#server/features/accounts/second-factor/enrollment-proof.ts'
import { confirmPassword } from '#server/features/accounts/session/confirm-password.ts'
import type { CurrentUser } from '#server/features/accounts/session/current-user.ts'
import { logIn, logOut } from '#server/features/accounts/session/log-in.ts'
import { type Confirmed, confirmEmail, confirmPhone } from '#server/features/recipients/confirm-recipient.ts'
import { renewEmailLink } from '#server/features/recipients/renew-email-link.ts'
import { findPropertyToRegister } from '#server/features/roll/find-property.ts'
import { padLoginLinks } from '#server/features/settings/login-links.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import { anyone, router, loggedInBeforeCode } from '#server/trpc/init.ts'
import {
  codeInput,
  credentialsInput,
  forgotPasswordInput,
  forgotUsernameInput,
  judgePasswordInput,
  resetInput,
  signUpInput,
  ticketInput,
} from '#shared/contract/account.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { Registered } from '#shared/contract/registered.ts'
import { findInput, type FoundProperties } from '#shared/contract/roll.ts'
import type { Paragraph } from '#shared/settings/field.ts'

/** Runs before the input is checked too: a caller first learns what the county does not offer. */
const offered = (setting: 'selfRegistration' | 'forgotPasswordLink', message: string) =>
  anyone.use(async ({ ctx, next }) => {
    if (!(await ctx.deps.settings.current()).loginPageRegistration[setting]) throw new AppError('refused', message)
    return next()
  })
const registering = offered('selfRegistration', 'Registration is not open here. Please contact the county.')
const recovering = offered('forgotPasswordLink', 'This is not available here. Please contact the county.')

const emailedIfKnown = {
  username: 'If this email belongs to an account, we have emailed the username to it.',
  password: 'If this username and email belong to an account, we have emailed a link to set a new password.',
}
const required = (fields: Record<string, string>): void =>
  assertNoProblems(
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value === '')
        .map(([field]) => [field, messages.required]),
    ),
  )

export const authRouter = router({
  login: anyone.input(credentialsInput).mutation(async ({ ctx, input }): Promise<Reply<CurrentUser>> => ({
    content: await logIn(ctx.deps, ctx.caller, input, ctx.cookies),
  })),

  logout: anyone
    .meta({ rest: ['GET /auth/logout', 'POST /auth/logout'] })
    .mutation(async ({ ctx }): Promise<Reply<null>> => {
      await logOut(ctx.deps, ctx.caller, ctx.cookies)
      return { content: null }
    }),

  /** Dangerous pages require a password entered within the last 10 minutes. */
  confirmPassword: loggedInBeforeCode
    .input(z.strictObject({ password: z.string().min(1, messages.required).max(1000), code: codeInput }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await confirmPassword(ctx.deps, ctx.actor, input, ctx.cookies)
      return { content: null }
    }),

  signUp: registering.input(signUpInput).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    await signUp(ctx.deps, ctx.caller, input, ctx.cookies)
    return { message: messages.signUpMailed, content: null }
  }),

  /** Searches for a property while registering; a mutation, so that no URL holds an address. */
  findProperty: registering
    .meta({ rest: [] })
    .input(findInput)
    .mutation(async ({ ctx, input }): Promise<Reply<FoundProperties>> => ({
      content: await findPropertyToRegister(ctx.deps, ctx.caller, input.text),
    })),

  /** Whether a password is too easy to guess, at Next of 'Your login'; a mutation, so that no URL holds it. */
  judgePassword: anyone
    .meta({ rest: [] })
    .input(judgePasswordInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ tooEasy: boolean }>> => ({
      content: await judgePassword(ctx.deps, ctx.caller, input),
    })),

  completeRegistration: anyone.input(ticketInput).mutation(async ({ ctx, input }): Promise<Reply<Registered>> => ({
    content: await completeRegistration(ctx.deps, ctx.caller, input.ticket),
  })),

  /** From the page of an expired registration link. */
  resendRegistration: anyone
    .meta({ rest: [] })
    .input(ticketInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await resendRegistration(ctx.deps, ctx.caller, input.ticket)
      return { message: messages.newLinkAsked, content: null }
    }),

  /** From the page of a completed registration: what an alert looks like. */
  sendSample: anyone
    .meta({ rest: [] })
    .input(ticketInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await sendSample(ctx.deps, ctx.caller, input.ticket)
      return { content: null }
    }),

  /** From the page of a completed registration: texts to the account's phone, with the consent that they need. */
  textMeToo: anyone
    .meta({ rest: [] })
    .input(ticketInput.extend({ acknowledged: z.boolean() }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ said: string }>> => ({
      content: { said: await textMeToo(ctx.deps, ctx.caller, input) },
    })),

  forgotUsername: recovering.input(forgotUsernameInput).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    required(input)
    await requestUsernames(ctx.deps, ctx.caller, input.email)
    return { message: emailedIfKnown.username, content: null }
  }),

  /** By the link to an address that was never verified; following it verifies the address. */
  showUsernames: anyone
    .meta({ rest: [] })
    .input(ticketInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ usernames: string[] }>> => ({
      content: await revealUsernames(ctx.deps, ctx.caller, input.ticket),
    })),

  forgotPassword: recovering.input(forgotPasswordInput).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    required(input)
    await requestPasswordReset(ctx.deps, ctx.caller, input)
    return { message: emailedIfKnown.password, content: null }
  }),

  /** Not part of `recovering`: a link still works if it was sent while this was offered, or by staff. */
  resetPassword: anyone.input(resetInput).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    await resetPassword(ctx.deps, ctx.caller, input)
    return { message: messages.passwordReset, content: null }
  }),

  /** Whether a reset link still works, before its reader chooses a password. */
  checkResetTicket: anyone.input(ticketInput).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    await checkResetTicket(ctx.deps, input.ticket)
    return { content: null }
  }),

  /** By the link to a new profile email. */
  confirmProfileEmail: anyone.input(ticketInput).mutation(async ({ ctx, input }): Promise<Reply<ConfirmedEmail>> => ({
    content: await confirmProfileEmail(ctx.deps, ctx.caller, input.ticket),
  })),

  /** By the link to the mailbox of an administrator, who may then set up an authenticator app. */
  allowAuthenticator: anyone
    .meta({ rest: [] })
    .input(ticketInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await allowEnrollment(ctx.deps, ctx.caller, input.ticket)
      return { content: null }
    }),

  /** 'This was not me', from the mail to the old address of an account. */
  stopEmailChange: anyone
    .meta({ rest: [] })
    .input(ticketInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await stopEmailChange(ctx.deps, ctx.caller, input.ticket)
      return { content: null }
    }),

  confirmAlertEmail: anyone.input(ticketInput).mutation(async ({ ctx, input }): Promise<Reply<Confirmed>> => ({
    content: await confirmEmail(ctx.deps, input.ticket),
  })),

  /** From the page of an expired link, also without an account. */
  renewEmailLink: anyone
    .meta({ rest: [] })
    .input(ticketInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => {
      await renewEmailLink(ctx.deps, ctx.caller, input.ticket)
      return { message: messages.newLinkAsked, content: null }
    }),

  confirmAlertPhone: anyone
    .input(z.strictObject({ ticket: z.string().trim().max(500).nullish(), code: z.string().trim().max(20).nullish() }))
    .mutation(async ({ ctx, input: { ticket, code } }): Promise<Reply<Confirmed>> => {
      return {
        content: await confirmPhone(ctx.deps, {
          ticket: ticket ?? '',
          code: code ?? '',
          userId: ctx.caller.user?.id ?? null,
        }),
      }
    }),

  loginPageLinks: anyone.query(async ({ ctx }): Promise<Reply<{ paragraphs: Paragraph[] }>> => {
    return { content: { paragraphs: padLoginLinks((await ctx.deps.settings.current()).loginPageLinks.paragraphs) } }
  }),

  loginPageSlides: anyone.query(async ({ ctx }): Promise<Reply<{ numberOfSlides: number }>> => {
    return { content: (await ctx.deps.settings.current()).loginPageSlides }
  }),

  loginPageLatestNews: anyone.query(async ({ ctx }): Promise<Reply<{ paragraphs: Paragraph[] }>> => {
    return { content: (await ctx.deps.settings.current()).loginPageLatestNews }
  }),
})
