import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { LoadFailed } from '#client/components/ui/empty-state.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { messageOf } from '#client/lib/errors.ts'

type RecordWaitingProps = {
  query: { error: unknown; refetch: () => unknown; isFetching: boolean }
  loading: string
  lines: number
  /** The list that the record was opened from; absent where the page leads back by itself. */
  list?: string
}

/** In place of one record of a list: that it comes, or why it does not, with the way back. */
export function RecordWaiting({ query, loading, lines, list }: RecordWaitingProps) {
  const { t } = useTranslation()
  if (!query.error) return <Skeleton label={loading} lines={lines} />
  return (
    <LoadFailed
      what={messageOf(query.error)}
      action={
        list && (
          <Button variant="quiet" size="small" asChild>
            <Link href={list}>{t('list.back')}</Link>
          </Button>
        )
      }
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
