import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '../ui/button.tsx'
import { LoadingOrFailed, type QueryState } from '../ui/loading-or-failed.tsx'

type RecordLoadingProps = {
  query: QueryState
  loading: string
  lines: number
  /** The list that the record was opened from; absent if the page has its own way back. */
  list?: string
}

/** Shown while a record loads, or when it fails to, with a link back. */
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
