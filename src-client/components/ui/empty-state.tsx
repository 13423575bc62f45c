import { CircleAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

type EmptyStateProps = {
  /** 'No Records Found.' unless a more specific title is given. */
  title?: ReactNode
  /** Why it is empty. */
  description?: ReactNode
  /** A button that helps, such as one that clears the filter. */
  action?: ReactNode
}

export function EmptyState({ title, description, action }: EmptyStateProps) {
  const { t } = useTranslation()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-bold">{title ?? t('list.empty')}</p>
      {description && <p className="text-sm text-muted-foreground">{description}</p>}
      {action}
    </div>
  )
}

type TryAgainProps = { query: { isFetching: boolean; refetch: () => unknown } }

/** The button that repeats a query. */
export function TryAgain({ query }: TryAgainProps) {
  const { t } = useTranslation()
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => void query.refetch()}
      busy={query.isFetching && t('app.loading')}
    >
      <RefreshCw aria-hidden />
      {t('list.tryAgain')}
    </Button>
  )
}

type LoadFailedProps = {
  /** What is tried again; absent if that cannot help. */
  query?: TryAgainProps['query'] | undefined
  /** A sentence that says what could not be loaded. */
  title: ReactNode
  /** The server's error message. */
  description?: ReactNode
  /** A sentence that says what still works. */
  hint?: ReactNode
  /** An alternative to trying again: a link. */
  action?: ReactNode
}

/** Shown for a part of a page that could not be loaded. The rest of the page works. */
export function LoadFailed({ title, description, hint, action, query }: LoadFailedProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <div role="alert" className="flex gap-[0.4rem] text-danger">
        <CircleAlert className="mt-[0.1em]" aria-hidden />
        <div>
          <p className="font-semibold">{title}</p>
          {description && <p className="text-sm">{description}</p>}
        </div>
      </div>
      {hint && <p className="text-sm text-muted-foreground">{hint}</p>}
      <div className="flex flex-wrap gap-2">
        {query && <TryAgain query={query} />}
        {action}
      </div>
    </div>
  )
}
