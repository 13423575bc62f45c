import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { type SettingsKey, settingsGroups, settingsKeys } from '#shared/settings/groups.ts'
import { logOutEndUsers } from '../features/settings/end-user-sessions.ts'
import { saveSetting, type SettingReply, readSetting } from '../features/settings/save-setting.ts'
import { type Change, listSettingChanges } from '../features/settings/setting-changes.ts'
import { purgeNow } from '../features/users/purge-now.ts'
import type { RestRoute } from '../trpc/init.ts'
import { admins, router, technical } from '../trpc/init.ts'

const saveInput = z.strictObject({
  value: z.record(z.string(), z.unknown()),
  /** The version that the caller has seen; without it the last save wins. */
  version: z.number().int().nullish(),
})

/** Pages of paragraphs are long; every other group has a few fields. */
const hasRows = (key: SettingsKey) => Object.values(settingsGroups[key].fields).some(({ kind }) => kind === 'rows')

/** A single save, with all its changes. */
const oneChange = z.strictObject({ id: z.number().int().positive() }).optional()

/** Reads, saves and lists the changes of one group, whose own schema checks its fields. */
const groupRouter = (key: SettingsKey, who: typeof admins | typeof technical, path: string | null) => {
  const at = (method: 'GET' | 'POST'): RestRoute[] => (path === null ? [] : [`${method} /${path}`])
  return router({
    show: who.meta({ rest: at('GET') }).query(({ ctx }): Promise<SettingReply> => readSetting(ctx.deps, key)),
    save: who
      .meta({ rest: at('POST'), from: ({ body, version }) => ({ value: body, version }), longText: hasRows(key) })
      .input(saveInput)
      .mutation(({ ctx, input }): Promise<SettingReply> =>
        saveSetting(ctx.deps, ctx.actor, key, { value: input.value, version: input.version ?? undefined }),
      ),
    changes: who
      .meta({ rest: [] })
      .input(oneChange)
      .query(async ({ ctx, input }): Promise<Reply<{ changes: Change[] }>> => ({
        content: { changes: await listSettingChanges(ctx.deps, key, input?.id) },
      })),
  })
}

/** The groups that can be saved; userPurgeNow is an action, and the last two have no documented path. */
type SavedGroup = Exclude<SettingsKey, 'userPurgeNow' | 'service' | 'reports'>
const savedGroups = settingsKeys.filter((key) => key !== 'userPurgeNow' && key !== 'service' && key !== 'reports')

const groups = Object.fromEntries(
  savedGroups.map((key) => [key, groupRouter(key, admins, `controlPanel/countyConfig/${key}`)]),
) as Record<SavedGroup, ReturnType<typeof groupRouter>>

const now = 'controlPanel/countyConfig/userPurgeNow'

/** The documented controlPanel/countyConfig: fifteen groups and their actions. */
export const countyConfigRouter = router({
  ...groups,

  userPurgeNow: router({
    show: admins
      .meta({ rest: [`GET /${now}`] })
      .query((): Reply<{ purgeDate: string }> => ({ content: { purgeDate: '' } })),

    /** Starts the purge of users last active before that county date. */
    purge: admins
      .meta({ rest: [`POST /${now}`] })
      .input(z.strictObject({ purgeDate: z.string().trim().max(20) }))
      .mutation(async ({ ctx, input }): Promise<Reply<{ purgeDate: string; found: number }>> => {
        const { found } = await purgeNow(ctx.deps, ctx.actor, input.purgeDate)
        const message = found === 1 ? 'Deleting 1 user.' : `Deleting ${found} users.`
        return { message, content: { purgeDate: input.purgeDate, found } }
      }),
  }),

  /** Lockout step 2. The documented GET changes state, so it passes the origin gate like every mutation. */
  endUserSessions: admins
    .meta({
      rest: ['GET /controlPanel/countyConfig/endUserSessions', 'POST /controlPanel/countyConfig/endUserSessions'],
    })
    // An unknown key is the caller's mistake, and must not end the users' sessions.
    .input(z.strictObject({}).nullish())
    .mutation(async ({ ctx }): Promise<Reply<{ sessions: number }>> => {
      const sessions = await logOutEndUsers(ctx.deps, ctx.actor)
      const message = `Ended all user sessions: ${sessions === 1 ? '1 session' : `${sessions} sessions`}.`
      return { message, content: { sessions } }
    }),
})

/** Groups that the fifteen documented ones have no field for; tRPC only. */
export const serviceRouter = groupRouter('service', technical, null)

/** Who is emailed about reports, and the county's holidays: for all administrators; tRPC only. */
export const reportSettingsRouter = groupRouter('reports', admins, null)
