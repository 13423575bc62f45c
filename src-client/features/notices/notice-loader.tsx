import type { ReactNode } from 'react'
import { trpc } from '#client/lib/api/trpc.ts'
import { LinkLoader, ofLink } from './link-loader.tsx'
import type { NoticeView } from './notice-view.ts'

/** Of the page, while it loads. */
export const noticeLines = 8

type NoticeLoaderProps = { token: string; children: (notice: NoticeView) => ReactNode }

/** Reads what a notice told of, and draws it. */
export function NoticeLoader({ token, children }: NoticeLoaderProps) {
  const shown = trpc.notices.show.useQuery({ token }, ofLink)
  return (
    <LinkLoader query={shown} lines={noticeLines}>
      {children}
    </LinkLoader>
  )
}
