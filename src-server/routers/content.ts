import { z } from 'zod'
import { codeLists, type CodeDescription } from '#shared/contract/code-lists.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { idWithMessage } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { type NamedContent, startContent } from '../features/content/start-content.ts'
import { productVersions, type Versions } from '../features/content/versions.ts'
import { admins, anyone, router, signedIn } from '../trpc/init.ts'
import { lookUpEmails, lookUpPhones, lookUpUsers } from '../features/users/look-up.queries.ts'
import { lookUpOwner } from '../platform/visible-user.ts'

type NamedCodes = { name: string; codeDescriptionResults: CodeDescription[] }

type LookUp = { codeDescriptionResultList: CodeDescription[] }

const usersInput = z.strictObject({ filterText: z.string().trim().max(200).nullish() })
const ownerInput = z.strictObject({ userId: idWithMessage(messages.selectUserFirst) })

/** What every screen needs to know at its start, and the look-ups of its forms. */
export const helperDataRouter = router({
  landnotification: anyone.query(async ({ ctx }): Promise<Reply<{ namedContentResultList: NamedContent[] }>> => {
    const settings = await ctx.settings.current()
    return { content: { namedContentResultList: startContent(settings, ctx.env, ctx.user?.role ?? null) } }
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
        codeDescriptionResultList: await lookUpUsers(ctx.db, rights[ctx.user.role].manages, input.filterText ?? ''),
      },
    })),

  userphonenumberscodedescription: signedIn
    .meta({ rest: ['POST /helperdata/userphonenumberscodedescription'] })
    .input(ownerInput)
    .query(async ({ ctx, input }): Promise<Reply<LookUp>> => ({
      content: { codeDescriptionResultList: await lookUpPhones(ctx.db, await lookUpOwner(ctx, input.userId)) },
    })),

  useremailaddressescodedescription: signedIn
    .meta({ rest: ['POST /helperdata/useremailaddressescodedescription'] })
    .input(ownerInput)
    .query(async ({ ctx, input }): Promise<Reply<LookUp>> => ({
      content: { codeDescriptionResultList: await lookUpEmails(ctx.db, await lookUpOwner(ctx, input.userId)) },
    })),

  productVersions: anyone.query((): Reply<Versions> => ({ content: productVersions() })),
})
