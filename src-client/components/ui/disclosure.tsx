import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** More text, shown on request. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 font-semibold text-link underline">
        <ChevronRight className="group-open:rotate-90" aria-hidden />
        {summary}
      </summary>
      <div className="grid gap-3 pt-1 pb-3">{children}</div>
    </details>
  )
}
