import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'
import { CountyContact } from './county-contact.tsx'
import { PageTitle } from './page-title.tsx'
import { ResidentPage } from './resident-page.tsx'

type OutcomePageProps = {
  done: boolean | undefined
  title: string
  children: ReactNode
  footer?: ReactNode
  also?: ReactNode
}

/**
 * The page that an emailed link opens: its outcome in one card, the next step, and below it another way to the same
 * end.
 */
export function OutcomePage({ done, title, children, footer, also }: OutcomePageProps) {
  const Icon = done ? CircleCheck : CircleAlert
  return (
    <ResidentPage narrow>
      <div className="grid max-w-form gap-4 rounded-lg border border-border bg-card p-card shadow-card">
        <div className="flex gap-3">
          {done !== undefined && (
            <Icon className={cn('mt-1 size-8', done ? 'text-success' : 'text-danger')} aria-hidden />
          )}
          {/* Keyed by the heading, so that a new outcome gets a new heading. */}
          <PageTitle key={title} title={title} />
        </div>
        <div className="grid gap-2 wrap-anywhere">
          {children}
          {done === false && <CountyContact />}
        </div>
        {footer && <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">{footer}</div>}
        {also && <div className="border-t border-border pt-4">{also}</div>}
      </div>
    </ResidentPage>
  )
}
