import { CircleAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

type EmptyStateProps = {
  /** 'No Records Found.' unless the place has words of its own. */
  title?: ReactNode
  /** Why it is empty. */
  why?: ReactNode
  /** The way out: a button. */
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
  /** What could not be loaded, as a sentence. */
  what: ReactNode
  /** What the server said of it. */
  why?: ReactNode
  /** What still works. */
  still?: ReactNode
  /** Another way out than trying again: a link. */
  action?: ReactNode
  /** What is asked again. */
  query: { isFetching: boolean; refetch: () => unknown }
}

/** A part of a page that could not be loaded; what the rest does goes on. */
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
