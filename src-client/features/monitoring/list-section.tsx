import { type ReactNode, useId } from 'react'

type ListSectionProps = { title: string; help: string; children: ReactNode }

/** A list below the figures, with an explanation above it. */
export function ListSection({ title, help, children }: ListSectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <h2 id={heading}>{title}</h2>
      <p className="max-w-prose text-sm text-muted-foreground">{help}</p>
      {children}
    </section>
  )
}
