import type { ReactNode } from 'react'
import { trpc } from '#client/lib/api/trpc.ts'
import { LinkLoader } from './link-loader.tsx'
import { linkQueryOptions } from './link-query-options.ts'
import type { NoticeView } from './notice-view.ts'

/** The height of the page while it loads. */
export const noticeLines = 8

type NoticeLoaderProps = { token: string; children: (notice: NoticeView) => ReactNode }

/** Loads a notice and renders it. */
export function NoticeLoader({ token, children }: NoticeLoaderProps) {
  const shown = trpc.notices.show.useQuery({ token }, linkQueryOptions)
  return (
    <LinkLoader query={shown} lines={noticeLines}>
      {children}
    </LinkLoader>
  )
}
