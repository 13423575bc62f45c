import { writeAudit } from '#shared/node/audit.queries.ts'
import { throttledAddress } from '../session/address-block.ts'
import { countOrRefuse } from '../session/throttle.queries.ts'
import type { Context } from '../trpc/context.ts'
import { mailboxTakes, queueAccountMail } from './account-mail.ts'
import { inEvenTime } from './even-time.ts'
import { accountsOf, findAccount } from './user.queries.ts'

/**
 * Emails every username of an address to it. The answer and its time are the same whether there is one.
 * @throws AppError `tooMany`
 */
export async function forgotUsername(ctx: Context, email: string): Promise<void> {
  await countOrRefuse(ctx.db, ctx.env.APP_SECRET, 'enter', throttledAddress(ctx.address))
  await inEvenTime(async () => {
    if (!(await mailboxTakes(ctx, 'forgot-username', email))) return
    await ctx.db.transaction().execute(async (tx) => {
      const accounts = await accountsOf(tx, email)
      if (!accounts[0]) return
      const usernames = accounts.map(({ username }) => username)
      await queueAccountMail(ctx, tx, {
        template: 'forgot-username',
        target: email,
        userId: accounts[0].id,
        data: { usernames },
      })
      const entries = accounts.map((subject) => ({
        type: 'ACCOUNT' as const,
        subject,
        description: 'The username was asked for and emailed.',
        address: ctx.address,
      }))
      await writeAudit(tx, ...entries)
    })
  })
}

/**
 * Emails a link that sets a new password, where username and email belong to one account that is active or locked.
 * One whose registration is not complete gets that link again. The answer and its time are the same in any case.
 * @throws AppError `tooMany`
 */
export async function forgotPassword(ctx: Context, username: string, email: string): Promise<void> {
  await countOrRefuse(ctx.db, ctx.env.APP_SECRET, 'enter', throttledAddress(ctx.address))
  await inEvenTime(async () => {
    if (!(await mailboxTakes(ctx, 'password-reset', email))) return
    await ctx.db.transaction().execute(async (tx) => {
      const account = await findAccount(tx, username)
      if (!account || account.email.toLowerCase() !== email.toLowerCase() || account.status === 'I') return
      const to = { target: account.email, userId: account.id }
      if (account.status === 'P')
        await queueAccountMail(ctx, tx, {
          template: 'registration',
          ...to,
          data: { username: account.username, usernames: [], again: true },
        })
      else await queueAccountMail(ctx, tx, { template: 'password-reset', ...to, data: { username: account.username } })
      await writeAudit(tx, {
        type: 'PASSWORD',
        subject: account,
        description: 'A link for a new password was asked for and emailed.',
        address: ctx.address,
      })
    })
  })
}
