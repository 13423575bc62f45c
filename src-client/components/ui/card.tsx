import { useId, type ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'
import { PartGuard } from './part-guard.tsx'

type CardProps = {
  /** The card's heading, which also labels the section. */
  title?: ReactNode
  /** Shown at the end of the heading's line, such as a count or a link. */
  aside?: ReactNode
  footer?: ReactNode
  /** One of many similar cards, so it gets no landmark of its own. */
  listed?: boolean
  className?: string
  children?: ReactNode
}

/** A white panel with a border and almost no shadow. */
export function Card({ title, aside, footer, listed, className, children }: CardProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={title && !listed ? heading : undefined}
      className={cn(
        'rounded-lg border border-border bg-card p-card text-card-foreground shadow-card print:border-0 print:p-0',
        className,
      )}
    >
      {title && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 id={heading}>{title}</h2>
          {aside}
        </div>
      )}
      <PartGuard>{children}</PartGuard>
      {footer && (
        <div data-ends="" className="mt-5 flex flex-wrap gap-3 max-sm:[&>*]:w-full print:hidden">
          {footer}
        </div>
      )}
    </section>
  )
}
