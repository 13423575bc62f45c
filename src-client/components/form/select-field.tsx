import type { ComponentProps } from 'react'
import { NativeSelect } from '#client/components/ui/input.tsx'
import { Field, type FieldProps } from './field.tsx'
import { useTextField } from './use-field.ts'

type Option = { value: string; label: string; lang?: string }

type SelectFieldProps = Omit<FieldProps, 'error'> &
  Pick<ComponentProps<'select'>, 'autoComplete' | 'disabled'> & { name: string; options: readonly Option[] }

/** A select in a Form. */
export function SelectField({ name, options, autoComplete, disabled, ...frame }: SelectFieldProps) {
  const { field, error } = useTextField(name)
  return (
    <Field {...frame} error={error}>
      {(control) => (
        <NativeSelect {...field} {...control} autoComplete={autoComplete} disabled={disabled}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}
