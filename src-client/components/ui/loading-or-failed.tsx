import type { ReactNode } from 'react'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { LoadFailed } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'

/** The part of a query that these components need. */
export type QueryState = { error: unknown; isFetching: boolean; refetch: () => unknown }

type LoadingOrFailedProps = {
  query: QueryState
  /** What is loading, and how many lines it will have. */
  loading: string
  lines: number
  /**
   * A sentence that says what could not be loaded, above the server's message. Without it, only the message is shown.
   */
  failed?: ReactNode
  /** As LoadFailed's. */
  hint?: ReactNode
  action?: ReactNode
}

/** Shown while a query has no data: a skeleton while it loads, or the error and a way to try again. */
export function LoadingOrFailed({ query, loading, lines, failed, hint, action }: LoadingOrFailedProps) {
  if (!query.error) return <Skeleton label={loading} lines={lines} />
  const message = getErrorMessage(query.error)
  return (
    <LoadFailed query={query} title={failed ?? message} description={failed && message} hint={hint} action={action} />
  )
}
