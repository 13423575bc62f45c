import { codeLists, type CodeDescription } from '#shared/contract/code-lists.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { type NamedContent, startContent } from '../content/start-content.ts'
import { productVersions, type Versions } from '../content/versions.ts'
import { anyone, router } from '../trpc/init.ts'

type NamedCodes = { name: string; codeDescriptionResults: CodeDescription[] }

/** What every screen needs to know at its start. */
export const helperDataRouter = router({
  landnotification: anyone.query(async ({ ctx }): Promise<Reply<{ namedContentResultList: NamedContent[] }>> => {
    const settings = await ctx.settings.current()
    return { content: { namedContentResultList: startContent(settings, ctx.env, ctx.user?.role ?? null) } }
  }),

  landnotificationcodedescription: anyone.query((): Reply<{ namedCodeDescriptionResultList: NamedCodes[] }> => {
    const lists = Object.entries(codeLists).map(([name, codeDescriptionResults]) => ({ name, codeDescriptionResults }))
    return { content: { namedCodeDescriptionResultList: lists } }
  }),

  productVersions: anyone.query((): Reply<Versions> => ({ content: productVersions() })),
})
