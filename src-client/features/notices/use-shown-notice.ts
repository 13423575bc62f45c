import { trpc } from '#client/lib/api/trpc.ts'
import { linkQueryOptions } from './link-query-options.ts'
import type { NoticeView } from './notice-view.ts'

/** A notice that another call brought along, as its page would load it; after an answer, with the answer. */
export function useShownNotice(token: string, brought: NoticeView): NoticeView {
  const shown = trpc.notices.show.useQuery({ token }, { ...linkQueryOptions, initialData: { content: brought } })
  return shown.data.content
}
