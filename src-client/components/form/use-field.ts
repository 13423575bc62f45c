import { useController, useFormContext, type FieldValues, type UseControllerReturn } from 'react-hook-form'
import { afterPress } from '#client/lib/after-pointer-up.ts'
import { keepFocusInView } from '#client/lib/focus.ts'

type Field = Omit<UseControllerReturn<FieldValues, string>['field'], 'value'> & {
  value: string
  onKeyDown: (event: { key: string }) => void
}

/** What a change brings: an input's event, or the text itself. */
const textOf = (change: unknown): string =>
  String((change as { target?: { value?: unknown } } | undefined)?.target?.value ?? change ?? '')

/** Tidies what an input shows. The cursor stays behind the characters that it stood behind. */
function tidyInput(input: HTMLInputElement, format: (text: string) => string): void {
  const { value, selectionStart } = input
  const tidy = format(value)
  if (tidy === value) return
  const cursor = format(value.slice(0, selectionStart ?? value.length)).length
  input.value = tidy
  input.setSelectionRange(cursor, cursor)
}

/**
 * One text value of the surrounding Form. It is checked when it is left; while an error shows, also at each change, so
 * that the error goes as soon as it is mended. `format` tidies it when it is left; while typing only `asTyped`, which is
 * for what merely leaves characters out.
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
    // What is tidied when it is left is judged then: ten digits are a phone already.
    const text = textOf(event[0])
    if (format(text) === text) void trigger(name)
    else clearErrors(name)
  }
  const makeTidy = () => {
    const tidy = format(value)
    if (tidy !== value) field.onChange(tidy)
  }
  // Tidied at once, since the press that takes the focus away may submit; what moves the page waits.
  const onBlur = () => {
    makeTidy()
    field.onBlur()
    afterPress(() => void trigger(name).then(keepFocusInView))
  }
  // Enter submits without leaving the field.
  const onKeyDown = ({ key }: { key: string }) => {
    if (key === 'Enter') makeTidy()
  }
  const bound: Field = { ...field, value, onChange, onBlur, onKeyDown }
  return { field: bound, error }
}
