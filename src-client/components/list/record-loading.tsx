import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '../ui/button.tsx'
import { LoadingOrFailed, type QueryState } from '../ui/loading-or-failed.tsx'

type RecordLoadingProps = {
  query: QueryState
  loading: string
  lines: number
  /** The list that the record was opened from; absent where the page leads back by itself. */
  list?: string
}

/** In place of one record of a list: that it comes, or why it does not, with the way back. */
export function RecordLoading({ query, loading, lines, list }: RecordLoadingProps) {
  const { t } = useTranslation()
  return (
    <LoadingOrFailed
      query={query}
      loading={loading}
      lines={lines}
      action={
        list && (
          <Button variant="quiet" size="small" asChild>
            <Link href={list}>{t('list.back')}</Link>
          </Button>
        )
      }
    />
  )
}
