import { Megaphone } from 'lucide-react'
import { Bar } from './bar.tsx'

/**
 * The lockout headline: a brass band under the header. It flashes in three slow pulses and then stays steady. The
 * region stays in the page while the text may go, so that each change is announced politely, once.
 */
export function HeadlineBand({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} data-band="" className={text ? 'bg-brass text-brass-ink' : undefined}>
      <div aria-live="polite">
        {text && (
          <Bar key={text} className="animate-band flex-nowrap items-start justify-start gap-x-3 font-semibold">
            <Megaphone className="size-6" aria-hidden />
            <p className="min-w-0">{text}</p>
          </Bar>
        )}
      </div>
    </section>
  )
}
