import { changePassword } from '#server/features/accounts/profile/change-password.ts'
import { dropPendingEmail, readProfile, saveProfile } from '#server/features/accounts/profile/profile.ts'
import { type CurrentUser, toCurrentUser } from '#server/features/accounts/session/current-user.ts'
import { ownProfile, router, loggedInBeforeCode } from '#server/trpc/init.ts'
import { passwordInputs, type Profile, profileInput } from '#shared/contract/account.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { messages } from '#shared/contract/messages.ts'

export const currentUserRouter = router({
  /** Whether there is a session, for the client's route guard; 403 if not. */
  loginStatus: loggedInBeforeCode.query(({ ctx }): Reply<CurrentUser> => ({ content: toCurrentUser(ctx.actor) })),

  profile: ownProfile.query(async ({ ctx }): Promise<Reply<Profile>> => ({
    content: await readProfile(ctx.deps.db, ctx.actor.id),
  })),

  saveProfile: ownProfile
    .meta({ rest: ['POST /currentUser/profile'] })
    .input(profileInput)
    .mutation(async ({ ctx, input }): Promise<Reply<Profile>> => {
      const {
        username: _own,
        pendingEmail: _shown,
        alertsByEmail: _emails,
        alertsByPhone: _phones,
        version: _unused,
        moveAlerts,
        moveTexts,
        ...details
      } = input
      const { profile, message } = await saveProfile(ctx.deps, ctx.actor, details, {
        moveAlerts: moveAlerts ?? false,
        moveTexts: moveTexts ?? false,
      })
      return { message, content: profile }
    }),

  /** Keeps the current email: cancels the new one and ends its link. */
  dropPendingEmail: ownProfile.mutation(async ({ ctx }): Promise<Reply<{ pendingEmail: '' }>> => {
    await dropPendingEmail(ctx.deps, ctx.actor)
    return { content: { pendingEmail: '' } }
  }),

  password: ownProfile.input(passwordInputs).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    await changePassword(ctx.deps, ctx.actor, input)
    return { message: messages.passwordUpdated, content: null }
  }),
})
