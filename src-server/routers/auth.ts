import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { languageCodes } from '#shared/contract/languages.ts'
import { messages } from '#shared/contract/messages.ts'
import type { Paragraph } from '#shared/settings/field.ts'
import { loginLinks } from '../content/login-content.ts'
import { type Confirmed, confirmEmail, confirmPhone } from '../recipients/confirm-recipient.ts'
import { logIn, logOut } from '../session/log-in.ts'
import { anyone, router } from '../trpc/init.ts'
import type { CurrentUser } from '../users/current-user.ts'

const blank = z.union([z.literal(''), z.null()]).transform(() => undefined)

const credentials = z.strictObject({
  username: z.string().trim().min(1, messages.required).max(255),
  password: z.string().min(1, messages.required).max(1000),
  language: z.union([z.enum(languageCodes), blank]).optional(),
  // Of an authenticator app, for accounts that use one.
  code: z.string().max(20).nullish(),
})

export const authRouter = router({
  login: anyone
    .input(credentials)
    .mutation(async ({ ctx, input: { username, password, language } }): Promise<Reply<CurrentUser>> => ({
      content: await logIn(ctx, { username, password, language }),
    })),

  logout: anyone
    .meta({ rest: ['GET /auth/logout', 'POST /auth/logout'] })
    .mutation(async ({ ctx }): Promise<Reply<null>> => {
      await logOut(ctx)
      return { content: null }
    }),

  confirmAlertEmail: anyone
    .input(z.strictObject({ ticket: z.string().trim().min(1, messages.required).max(500) }))
    .mutation(async ({ ctx, input }): Promise<Reply<Confirmed>> => ({
      content: await confirmEmail(ctx, input.ticket),
    })),

  confirmAlertPhone: anyone
    .input(z.strictObject({ ticket: z.string().trim().max(500).nullish(), code: z.string().trim().max(20).nullish() }))
    .mutation(async ({ ctx, input: { ticket, code } }): Promise<Reply<Confirmed>> => {
      return {
        content: await confirmPhone(ctx, { ticket: ticket ?? '', code: code ?? '', userId: ctx.user?.id ?? null }),
      }
    }),

  loginPageLinks: anyone.query(async ({ ctx }): Promise<Reply<{ paragraphs: Paragraph[] }>> => {
    return { content: { paragraphs: loginLinks((await ctx.settings.current()).loginPageLinks.paragraphs) } }
  }),

  loginPageSlides: anyone.query(async ({ ctx }): Promise<Reply<{ numberOfSlides: number }>> => {
    return { content: (await ctx.settings.current()).loginPageSlides }
  }),

  loginPageLatestNews: anyone.query(async ({ ctx }): Promise<Reply<{ paragraphs: Paragraph[] }>> => {
    return { content: (await ctx.settings.current()).loginPageLatestNews }
  }),
})
