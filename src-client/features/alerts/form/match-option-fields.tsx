import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { Optional } from '#client/components/form/field.tsx'
import { cn } from '#client/lib/cn.ts'
import type { AlertPreview } from '#shared/contract/alert-view.ts'
import type { AlertType, MatchOptions } from '#shared/contract/alert.ts'
import { alertTypeTable } from '#shared/domain/alert/alert-types.ts'

type MatchOptionFieldsProps = {
  type: AlertType
  counts: AlertPreview['variantCounts'] | undefined
  /** The path prefix of the alert's values in the form; '' in the form of a single alert. */
  path?: string
  /** For the legend, such as to hide it if a summary says the same. */
  legendClassName?: string
  /** Called when the reader chooses an option. */
  onChosen: () => void
}

/** The names of a type's match options. */
export function MatchOptionsTitle({ type }: { type: AlertType }) {
  const { t } = useTranslation()
  return <span>{t(`alert.variantsOf.${type}`)}</span>
}

/** The match options beyond the rule, each with what it does and the number of records it would add or leave out. */
export function MatchOptionFields({ type, counts, path = '', legendClassName, onChosen }: MatchOptionFieldsProps) {
  const { t } = useTranslation()
  const { variants } = alertTypeTable[type]
  if (variants.length === 0) return null
  const note = (variant: keyof MatchOptions) => {
    const count = variant === 'notByInitial' ? counts?.byInitial : counts?.[variant]
    if (count === undefined) return undefined
    return variant === 'notByInitial' ? t('alert.removes', { count }) : t('alert.adds', { count })
  }
  return (
    <fieldset>
      <legend className={cn('font-semibold', legendClassName)}>
        <MatchOptionsTitle type={type} />
        <Optional />
      </legend>
      {variants.map((variant) => (
        <CheckboxField
          key={variant}
          name={`${path}variants.${variant}`}
          label={t(`alert.variants.${variant}`)}
          help={t(`alert.variantHelp.${variant}`)}
          note={note(variant)}
          onChosen={onChosen}
        />
      ))}
    </fieldset>
  )
}
