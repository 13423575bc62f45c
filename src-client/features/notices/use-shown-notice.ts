import { trpc } from '#client/lib/api/trpc.ts'
import { linkQueryOptions } from './link-query-options.ts'
import type { NoticeView } from './notice-view.ts'

/** The query of a notice that another call included, as its page would load it. */
export const shownNotice = (token: string, brought: NoticeView) =>
  [{ token }, { ...linkQueryOptions, initialData: { content: brought } }] as const

/** A notice that another call included; after an answer, with the answer. */
export function useShownNotice(token: string, brought: NoticeView): NoticeView {
  return trpc.notices.show.useQuery(...shownNotice(token, brought)).data.content
}
