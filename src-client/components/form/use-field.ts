import { useController, useFormContext, type FieldValues, type UseControllerReturn } from 'react-hook-form'
import { afterPointerUp } from '#client/lib/after-pointer-up.ts'
import { keepFocusInView } from '#client/lib/focus.ts'

type Field = Omit<UseControllerReturn<FieldValues, string>['field'], 'value'> & {
  value: string
  onKeyDown: (event: { key: string }) => void
}

/** The argument of a change: an input event, or the text itself. */
const getText = (change: unknown): string =>
  String((change as { target?: { value?: unknown } } | undefined)?.target?.value ?? change ?? '')

/** Formats the input's text. The cursor stays behind the same characters. */
function tidyInput(input: HTMLInputElement, format: (text: string) => string): void {
  const { value, selectionStart } = input
  const tidy = format(value)
  if (tidy === value) return
  const cursor = format(value.slice(0, selectionStart ?? value.length)).length
  input.value = tidy
  input.setSelectionRange(cursor, cursor)
}

/**
 * One text value of the surrounding Form. It is validated when the field is left and, while it has an error, at each
 * change, so that a fixed error disappears right away. `format` runs when the field is left; while typing it runs only
 * if `asTyped`, which is for formats that merely drop characters.
 */
export function useTextField(name: string, format: (text: string) => string = (text) => text, asTyped = false) {
  const { field, fieldState } = useController<FieldValues, string>({ name })
  const { clearErrors, trigger } = useFormContext()
  const error = fieldState.error?.message
  const value = typeof field.value === 'string' ? field.value : ''
  const onChange: Field['onChange'] = (...event) => {
    if (asTyped) tidyInput((event[0] as { target: HTMLInputElement }).target, format)
    field.onChange(...event)
    if (!error) return
    // Validated after formatting: ten digits are already a valid phone.
    const text = getText(event[0])
    if (format(text) === text) void trigger(name)
    else clearErrors(name)
  }
  const makeTidy = () => {
    const tidy = format(value)
    if (tidy !== value) field.onChange(tidy)
  }
  // Formatted immediately, because the press that takes the focus may submit the form; anything that moves the page
  // waits.
  const onBlur = () => {
    makeTidy()
    field.onBlur()
    afterPointerUp(() => void trigger(name).then(keepFocusInView))
  }
  // Enter submits without a blur event.
  const onKeyDown = ({ key }: { key: string }) => {
    if (key === 'Enter') makeTidy()
  }
  const bound: Field = { ...field, value, onChange, onBlur, onKeyDown }
  return { field: bound, error }
}
