import { useId, type ReactNode } from 'react'

/** A section of a long form with its own heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 not-first:border-t not-first:border-border not-first:pt-6"
    >
      <h2 id={heading} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Two short fields on one row from 640 px. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[repeat(2,minmax(0,1fr))]">{children}</div>
}
