import { useId, type ReactNode } from 'react'

/** A numbered step of the form. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 [section~&]:border-t [section~&]:border-border [section~&]:pt-6 lg:col-start-1"
    >
      <h3 id={heading} className="flex items-center gap-3 text-lg">
        <span className="grid size-8 flex-none place-items-center rounded-full bg-header text-sm text-header-foreground dark:bg-accent dark:text-accent-foreground">
          {number}
        </span>
        {title}
      </h3>
      {children}
    </section>
  )
}
