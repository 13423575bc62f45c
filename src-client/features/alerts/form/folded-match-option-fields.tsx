import { ChevronRight } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Criteria } from '#shared/contract/alert.ts'
import { isWide } from './is-wide.ts'
import { MatchOptionFields, MatchOptionsTitle } from './match-option-fields.tsx'
import { useOfferedOptions } from './use-offered-options.ts'

type FoldedMatchOptionFieldsProps = { criteria: Criteria } & Pick<
  ComponentProps<typeof MatchOptionFields>,
  'counts' | 'byStaff' | 'onChosen'
>

/** The match options of a single alert. On a phone several of them start closed, and say how many are on. */
export function FoldedMatchOptionFields({ criteria, counts, byStaff, onChosen }: FoldedMatchOptionFieldsProps) {
  const { t } = useTranslation()
  const [open] = useState(isWide)
  const { alertType: type, variants: chosen } = criteria
  const variants = useOfferedOptions(type)
  const fields = { type, counts, byStaff, onChosen }
  if (variants.length < 2) return <MatchOptionFields {...fields} />
  const count = variants.filter((variant) => chosen[variant]).length
  return (
    <details open={open} className="group/options">
      <summary className="flex min-h-11 items-center gap-1.5 font-semibold text-link lg:group-open/options:hidden">
        <ChevronRight className="flex-none group-open/options:rotate-90" aria-hidden />
        <span>
          <span className="underline">
            <MatchOptionsTitle type={type} />
          </span>
          <span className="text-sm font-normal whitespace-nowrap text-muted-foreground">
            {' '}
            · {t('alert.optionsOn', { count })}
          </span>
        </span>
      </summary>
      <MatchOptionFields {...fields} legendClassName="max-lg:sr-only" />
    </details>
  )
}
