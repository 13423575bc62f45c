import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { FieldHelp, Optional } from '#client/components/form/field.tsx'
import { cn } from '#client/lib/cn.ts'
import type { AlertPreview } from '#shared/contract/alert-view.ts'
import type { AlertType, MatchOptions } from '#shared/contract/alert.ts'
import { describeAdded } from './describe-counts.ts'
import { getReaderTexts, type Reader } from './reader-texts.ts'
import { useOfferedOptions } from './use-offered-options.ts'

/** What the preview counted for the options. */
export type OptionCounts = Pick<AlertPreview, 'variantCounts' | 'byInitial'>

type MatchOptionFieldsProps = Reader & {
  type: AlertType
  counts: OptionCounts | undefined
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
export function MatchOptionFields(props: MatchOptionFieldsProps) {
  const { type, counts, path = '', legendClassName, byStaff, onChosen } = props
  const { t } = useTranslation()
  const variants = useOfferedOptions(type)
  // Null without a choice, as in alerts from before there were grades.
  const possible: unknown = useWatch({ name: `${path}variants.possible` })
  if (variants.length === 0) return null
  const note = (variant: keyof MatchOptions) => {
    if (variant === 'notByInitial')
      return counts?.byInitial === undefined ? undefined : t('alert.removes', { count: counts.byInitial })
    const added = counts?.variantCounts[variant]
    return added && describeAdded(added, t)
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
          // How to hear of weak matches is a choice of its own: what the alert finds may stay automatic.
          onChosen={variant === 'possible' ? undefined : onChosen}
          {...(variant === 'possible' && { className: 'mt-2 border-t border-border pt-2' })}
        />
      ))}
      {variants.includes('possible') && typeof possible !== 'boolean' && (
        <FieldHelp>{t(`${getReaderTexts({ byStaff })}.undecided`)}</FieldHelp>
      )}
    </fieldset>
  )
}
