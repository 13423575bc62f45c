import { CircleAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

type EmptyStateProps = {
  /** 'No Records Found.' unless a more specific title is given. */
  title?: ReactNode
  /** Why it is empty. */
  why?: ReactNode
  /** A button that helps, such as one that clears the filter. */
  action?: ReactNode
}

export function EmptyState({ title, why, action }: EmptyStateProps) {
  const { t } = useTranslation()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-bold">{title ?? t('list.empty')}</p>
      {why && <p className="text-sm text-muted-foreground">{why}</p>}
      {action}
    </div>
  )
}

type LoadFailedProps = {
  /** A sentence that says what could not be loaded. */
  what: ReactNode
  /** The server's error message. */
  why?: ReactNode
  /** A sentence that says what still works. */
  still?: ReactNode
  /** An alternative to trying again: a link. */
  action?: ReactNode
  /** The query that Try Again repeats. */
  query: { isFetching: boolean; refetch: () => unknown }
}

/** Shown for a part of a page that could not be loaded. The rest of the page works. */
export function LoadFailed({ what, why, still, action, query }: LoadFailedProps) {
  const { t } = useTranslation()
  return (
    <div className="grid justify-items-start gap-2">
      <div role="alert" className="flex gap-[0.4rem] text-danger">
        <CircleAlert className="mt-[0.1em]" aria-hidden />
        <div>
          <p className="font-semibold">{what}</p>
          {why && <p className="text-sm">{why}</p>}
        </div>
      </div>
      {still && <p className="text-sm text-muted-foreground">{still}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          onClick={() => void query.refetch()}
          busy={query.isFetching && t('app.loading')}
        >
          <RefreshCw aria-hidden />
          {t('list.tryAgain')}
        </Button>
        {action}
      </div>
    </div>
  )
}
