import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { SelectField } from '#client/components/form/select-field.tsx'
import { DateField, TextAreaField, TextField } from '#client/components/form/text-field.tsx'
import type { Field } from '#shared/settings/field.ts'
import { ChoicesField } from './choices-field.tsx'
import { RowsField } from './rows-field.tsx'
import { StaffField } from './staff-field.tsx'

type SettingFieldProps = {
  /** The path of the value in the form. */
  name: string
  field: Field
  /** True if the flag that it depends on is off. */
  disabled?: boolean
}

/** A field of a settings group, rendered by its kind. */
export function SettingField({ name, field, disabled = false }: SettingFieldProps) {
  const { t } = useTranslation()
  const { kind, label, help, max, unit, labels, schema } = field
  const frame = { name, label, ...(help ? { help } : {}), disabled: disabled }
  switch (kind) {
    case 'flag':
      return <CheckboxField {...frame} />
    case 'choice':
      return (
        <SelectField
          {...frame}
          options={[
            { value: 'true', label: labels?.on ?? t('settings.yes') },
            { value: 'false', label: labels?.off ?? t('settings.no') },
          ]}
        />
      )
    case 'text':
      return <TextField {...frame} optional={schema.safeParse('').success} maxLength={max} autoComplete="off" />
    case 'longText':
      return <TextAreaField {...frame} optional={schema.safeParse('').success} maxLength={max} rows={3} />
    case 'number':
      return (
        <TextField
          {...frame}
          optional={schema.safeParse('').success}
          inputMode="numeric"
          autoComplete="off"
          inputClassName="max-w-44 tabular-nums"
          after={unit && <span>{unit}</span>}
        />
      )
    case 'date':
      return <DateField {...frame} />
    case 'codes':
      return <ChoicesField name={name} field={field} disabled={disabled} />
    case 'staff':
      return <StaffField name={name} field={field} />
    case 'rows':
      return <RowsField name={name} field={field} />
  }
}
