import { z } from 'zod'
import { codeLists, type CodeDescription } from '#shared/contract/code-lists.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { idWithMessage } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { findCurrentRoll } from '#shared/node/domain/roll/parcels.queries.ts'
import { type NamedContent, toStartContent } from '../features/content/start-content.ts'
import { readProductVersions, type Versions } from '../features/content/versions.ts'
import { lookUpEmails, lookUpPhones, lookUpUsers } from '../features/users/look-up.queries.ts'
import { lookUpOwner } from '../platform/visible-user.ts'
import { admins, anyone, router, loggedIn } from '../trpc/init.ts'

type NamedCodes = { name: string; codeDescriptionResults: CodeDescription[] }

type LookUp = { codeDescriptionResultList: CodeDescription[] }

const usersInput = z.strictObject({ filterText: z.string().trim().max(200).nullish() })
const ownerInput = z.strictObject({ userId: idWithMessage(messages.selectUserFirst) })

/** What every screen needs when it starts, and the look-ups of its forms. */
export const helperDataRouter = router({
  landnotification: anyone.query(async ({ ctx }): Promise<Reply<{ namedContentResultList: NamedContent[] }>> => {
    const { deps, caller } = ctx
    const [settings, roll] = await Promise.all([deps.settings.current(), findCurrentRoll(deps.db)])
    const role = caller.user?.role ?? null
    return { content: { namedContentResultList: toStartContent(settings, deps.env, role, roll !== undefined) } }
  }),

  landnotificationcodedescription: anyone.query((): Reply<{ namedCodeDescriptionResultList: NamedCodes[] }> => {
    const lists = Object.entries(codeLists).map(([name, codeDescriptionResults]) => ({ name, codeDescriptionResults }))
    return { content: { namedCodeDescriptionResultList: lists } }
  }),

  userscodedescription: admins
    .meta({ rest: ['POST /helperdata/userscodedescription'] })
    .input(usersInput)
    .query(async ({ ctx, input }): Promise<Reply<LookUp>> => ({
      content: {
        codeDescriptionResultList: await lookUpUsers(
          ctx.deps.db,
          rights[ctx.actor.role].manages,
          input.filterText ?? '',
        ),
      },
    })),

  userphonenumberscodedescription: loggedIn
    .meta({ rest: ['POST /helperdata/userphonenumberscodedescription'] })
    .input(ownerInput)
    .query(async ({ ctx, input }): Promise<Reply<LookUp>> => ({
      content: {
        codeDescriptionResultList: await lookUpPhones(
          ctx.deps.db,
          await lookUpOwner(ctx.deps.db, ctx.actor, input.userId),
        ),
      },
    })),

  useremailaddressescodedescription: loggedIn
    .meta({ rest: ['POST /helperdata/useremailaddressescodedescription'] })
    .input(ownerInput)
    .query(async ({ ctx, input }): Promise<Reply<LookUp>> => ({
      content: {
        codeDescriptionResultList: await lookUpEmails(
          ctx.deps.db,
          await lookUpOwner(ctx.deps.db, ctx.actor, input.userId),
        ),
      },
    })),

  productVersions: anyone.query((): Reply<Versions> => ({ content: readProductVersions() })),
})
