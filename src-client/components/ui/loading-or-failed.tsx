import type { ReactNode } from 'react'
import { messageOf } from '#client/lib/api/errors.ts'
import { LoadFailed } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'

/** What these parts need to know of a query. */
export type QueryState = { error: unknown; isFetching: boolean; refetch: () => unknown }

type LoadingOrFailedProps = {
  query: QueryState
  /** What is awaited, and how many lines it will have. */
  loading: string
  lines: number
  /** What could not be loaded, as a sentence; what the server said stands below it, or alone where this is absent. */
  failed?: ReactNode
  /** As LoadFailed's. */
  still?: ReactNode
  action?: ReactNode
}

/** In place of what a query reads while there is none: that it comes, or why it does not, and the way to try again. */
export function LoadingOrFailed({ query, loading, lines, failed, still, action }: LoadingOrFailedProps) {
  if (!query.error) return <Skeleton label={loading} lines={lines} />
  const said = messageOf(query.error)
  return <LoadFailed query={query} what={failed ?? said} why={failed && said} still={still} action={action} />
}
