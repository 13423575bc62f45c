import { z } from 'zod'
import { exportUsers } from '#server/features/reports/export-lists.ts'
import { changeUserStatus } from '#server/features/users/change-user-status.ts'
import { deleteUser } from '#server/features/users/delete-user.ts'
import { readUserPage, countUserList, readWholeUserPage } from '#server/features/users/list-users.ts'
import { readManagedUser } from '#server/features/users/managed-user.ts'
import { createManagedUser, saveManagedUser } from '#server/features/users/save-managed-user.ts'
import { sendRegistrationLink } from '#server/features/users/send-registration-link.ts'
import { sendResetLink } from '#server/features/users/send-reset-link.ts'
import { setUserPassword } from '#server/features/users/set-user-password.ts'
import type { Download } from '#server/platform/download.ts'
import { idInPath } from '#server/trpc/id-in-path.ts'
import { admins, router } from '#server/trpc/init.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { id } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'
import type { UserStatus } from '#shared/contract/roles.ts'
import {
  type ManagedUser,
  type ManagedUserPage,
  userActionInput,
  userInput,
  userListInput,
  userPasswordInput,
} from '#shared/contract/user-manager.ts'

type UserList = { users: ManagedUser[]; total: number }
type Versioned = Reply<ManagedUserPage> & { version: number }

/** The users whom an administrator may see. */
export const userManagerRouter = router({
  users: admins
    .meta({ rest: ['POST /userManager/users'] })
    .input(userListInput)
    .query(async ({ ctx, input }): Promise<Reply<UserList>> => ({
      content: await readWholeUserPage(ctx.deps, ctx.actor, input),
    })),

  /** A page of the rows; their total only if it is small enough to count with them, otherwise null. */
  userPage: admins
    .meta({ rest: [] })
    .input(userListInput)
    .query(async ({ ctx, input }): Promise<Reply<{ users: ManagedUser[]; total: number | null }>> => {
      return { content: await readUserPage(ctx.deps, ctx.actor, input) }
    }),

  /** The total of a list, counted apart from its rows. */
  userTotal: admins
    .meta({ rest: [] })
    .input(userListInput.omit({ page: true }))
    .query(async ({ ctx, input }): Promise<Reply<number>> => ({
      content: await countUserList(ctx.deps, ctx.actor, input),
    })),

  user: admins
    .meta({ rest: ['GET /userManager/user/:id'] })
    .input(idInPath)
    .query(async ({ ctx, input }): Promise<Versioned> => readManagedUser(ctx.deps, ctx.actor, input.id)),

  saveUser: admins
    .meta({ rest: ['POST /userManager/user'] })
    .input(userInput)
    .mutation(async ({ ctx, input }): Promise<Versioned> => {
      const asked = input.id ? await saveManagedUser(ctx.deps, ctx.actor, input.id, input) : []
      const id = input.id ?? (await createManagedUser(ctx.deps, ctx.actor, input))
      return {
        message: [input.id ? 'User saved.' : 'User created.', ...asked].join('  '),
        ...(await readManagedUser(ctx.deps, ctx.actor, id)),
      }
    }),

  userDelete: admins.input(userActionInput).mutation(async ({ ctx, input }): Promise<Reply<UserList>> => {
    const { userId, ...list } = input
    await deleteUser(ctx.deps, ctx.actor, userId)
    return { message: 'User deleted.', content: await readWholeUserPage(ctx.deps, ctx.actor, list) }
  }),

  userChangeStatusList: admins.input(userActionInput).mutation(async ({ ctx, input }): Promise<Reply<UserList>> => {
    const { userId, ...list } = input
    const { message } = await changeUserStatus(ctx.deps, ctx.actor, userId)
    return { message, content: await readWholeUserPage(ctx.deps, ctx.actor, list) }
  }),

  userChangeStatusSingle: admins
    .input(userActionInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ status: UserStatus }>> => {
      const { status, message } = await changeUserStatus(ctx.deps, ctx.actor, input.userId)
      return { message, content: { status } }
    }),

  userPassword: admins.input(userPasswordInput).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    await setUserPassword(ctx.deps, ctx.actor, input.id, input)
    return { message: messages.passwordUpdated, content: null }
  }),

  /** Emails the link that sets a new password, so that staff never read one out. */
  sendResetLink: admins
    .meta({ rest: [] })
    .input(z.strictObject({ userId: id }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => ({
      message: await sendResetLink(ctx.deps, ctx.actor, input.userId),
      content: null,
    })),

  /** Sends a pending user's link again; corrects the email first if it differs. */
  sendRegistrationLink: admins
    .meta({ rest: [] })
    .input(z.strictObject({ userId: id, email: z.string().trim().max(1000) }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => ({
      message: await sendRegistrationLink(ctx.deps, ctx.actor, input.userId, input.email),
      content: null,
    })),

  /** users.xlsx: every user of the list, on any page. */
  userExport: admins
    .meta({ download: true })
    .input(userListInput)
    .mutation(({ ctx, input: { page: _page, ...filter } }): Promise<Download> =>
      exportUsers(ctx.deps, ctx.actor, filter, ctx.callerLeft),
    ),
})
