import { useTranslation } from 'react-i18next'
import type { AlertPreview, AlertType } from '#shared/contract/alert.ts'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { Optional } from '#client/components/form/field.tsx'

type Variant = 'nicknames' | 'soundAlikes' | 'allWords' | 'notByInitial'

/** The match options of each type; each shows how many records it would add or leave out. */
const variantsByType: Record<AlertType, readonly Variant[]> = {
  NAME: ['nicknames', 'soundAlikes', 'notByInitial'],
  BUSINESS: ['allWords'],
  PARCEL_ID: [],
}

type VariantFieldsProps = {
  type: AlertType
  counts: AlertPreview['variantCounts'] | undefined
  /** The path prefix of the alert's values in the form; '' in the form of a single alert. */
  path?: string
}

/** The match options beyond the rule, each with the number of records it would add or leave out. */
export function VariantFields({ type, counts, path = '' }: VariantFieldsProps) {
  const { t } = useTranslation()
  const variants = variantsByType[type]
  if (variants.length === 0) return null
  const note = (variant: Variant) => {
    const count = variant === 'notByInitial' ? counts?.byInitial : counts?.[variant]
    if (count === undefined) return undefined
    return variant === 'notByInitial' ? t('alert.removes', { count }) : t('alert.adds', { count })
  }
  return (
    <fieldset>
      <legend className="font-semibold">
        {t(`alert.variantsOf.${type}`)}
        <Optional />
      </legend>
      {variants.map((variant) => (
        <CheckboxField
          key={variant}
          name={`${path}variants.${variant}`}
          label={t(`alert.variants.${variant}`)}
          note={note(variant)}
        />
      ))}
    </fieldset>
  )
}
