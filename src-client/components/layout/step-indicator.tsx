import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'

type StepIndicatorProps = {
  steps: readonly { key: string; name: string }[]
  /** The place of the current step in `steps`. */
  current: number
  /** Of the current step's screens, if it has several. */
  part?: { number: number; count: number }
}

/** "Step 2 of 3: What to watch". The sentence is the content; the bar only shows the same. */
export function StepIndicator({ steps, current, part }: StepIndicatorProps) {
  const { t } = useTranslation()
  const sentence = t('steps.sentence', { number: current + 1, count: steps.length, name: steps[current]?.name ?? '' })
  const several = part && part.count > 1
  // The last screen of a step is not its end yet.
  const share = several ? Math.min(95, Math.round((part.number / part.count) * 100)) : 50
  return (
    <div className="grid gap-2">
      <p className="leading-[1.4] font-semibold">
        {sentence}
        {several && <span className="font-normal text-muted-foreground"> {t('steps.part', part)}</span>}
      </p>
      <ol aria-hidden className="flex gap-2">
        {steps.map(({ key, name }, index) => (
          <li key={key} className="grid flex-1 content-start gap-1">
            <span className="block h-2 overflow-hidden rounded-full bg-muted forced-colors:border">
              <span
                className="block h-full bg-primary forced-colors:bg-[Highlight]"
                style={{ width: index < current ? '100%' : index === current ? `${share}%` : '0' }}
              />
            </span>
            <span
              className={cn(
                'flex items-center gap-1 text-sm max-sm:hidden',
                index === current ? 'font-semibold' : 'text-muted-foreground',
              )}
            >
              {index < current && <Check className="size-[1.1em]" />}
              {name}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
