import { useId, type ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

type RadioCard<V extends string> = { value: V; title: ReactNode; help?: ReactNode }

type RadioCardsProps<V extends string> = {
  /** Describes the choice for screen readers. */
  legend: string
  name: string
  cards: readonly RadioCard<V>[]
  value: V
  onChange: (value: V) => void
  className?: string
}

/** One choice among a few cards. The whole card can be pressed. */
export function RadioCards<V extends string>({ legend, name, cards, value, onChange, className }: RadioCardsProps<V>) {
  const group = useId()
  return (
    <fieldset className={cn('grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-2.5', className)}>
      <legend className="sr-only">{legend}</legend>
      {cards.map((card) => (
        <label
          key={card.value}
          className={cn(
            'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md border-[1.5px] border-input bg-card px-3.5 py-3',
            'has-checked:border-primary has-checked:bg-accent has-checked:text-accent-foreground',
            'has-checked:shadow-[inset_0_0_0_1.5px_var(--primary)]',
          )}
        >
          <input
            type="radio"
            className="tick mt-[0.1em]"
            name={`${group}${name}`}
            value={card.value}
            checked={card.value === value}
            onChange={() => onChange(card.value)}
            aria-labelledby={`${group}${card.value}`}
            aria-describedby={card.help ? `${group}${card.value}help` : undefined}
          />
          <span>
            <b id={`${group}${card.value}`} className="block">
              {card.title}
            </b>
            {card.help && (
              <span id={`${group}${card.value}help`} className="text-sm">
                {card.help}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
