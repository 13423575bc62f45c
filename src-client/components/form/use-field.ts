import { useController, type FieldValues, type UseControllerReturn } from 'react-hook-form'

type Field = Omit<UseControllerReturn<FieldValues, string>['field'], 'value'> & { value: string }

/** One text value of the surrounding Form. `format` tidies it when the field is left, never while typing. */
export function useTextField(name: string, format: (text: string) => string = (text) => text) {
  const { field, fieldState } = useController<FieldValues, string>({ name })
  const value = typeof field.value === 'string' ? field.value : ''
  const onBlur = () => {
    const tidy = format(value)
    if (tidy !== value) field.onChange(tidy)
    field.onBlur()
  }
  const bound: Field = { ...field, value, onBlur }
  return { field: bound, error: fieldState.error?.message }
}
