import type { ReactNode, Ref } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Checkbox } from '#client/components/ui/checkbox.tsx'
import { cn } from '#client/lib/cn.ts'
import { FieldError, FieldHelp, invalidBar, LabelNote, useFieldIds } from './field.tsx'

type CheckboxOptions = {
  label: string
  /** The name for the error summary if the label is long. */
  shortLabel?: string
  /** Shown after the label on the same line, such as a count. */
  note?: ReactNode
  help?: ReactNode
  disabled?: boolean
  className?: string
}

type CheckboxRowProps = CheckboxOptions & {
  name: string
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
}

/** A checkbox with label, help and error, wherever its value is kept. */
export function CheckboxRow(props: CheckboxRowProps) {
  const { name, label, shortLabel, note, help, disabled, className, checked, error, onChange, onBlur, inputRef } = props
  const { control, helpId, errorId } = useFieldIds({
    label: shortLabel ?? label,
    help,
    ...(error === undefined ? {} : { error }),
  })
  return (
    <div className={cn('grid content-start gap-1.5', error && invalidBar, className)}>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-0.5 py-2">
        <Checkbox
          {...control}
          ref={inputRef}
          name={name}
          disabled={disabled}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
        />
        <label htmlFor={control.id} className="leading-[1.45]">
          {label}
          {note && <LabelNote>{note}</LabelNote>}
        </label>
        {help && (
          <div className="col-start-2">
            <FieldHelp id={helpId}>{help}</FieldHelp>
          </div>
        )}
      </div>
    </div>
  )
}

type CheckboxFieldProps = CheckboxOptions & {
  name: string
  /** Called when the reader checks or clears it, not when the form does. */
  onChosen?: (() => void) | undefined
}

/** A checkbox in a Form. */
export function CheckboxField({ name, onChosen, ...look }: CheckboxFieldProps) {
  const { field, fieldState } = useController({ name })
  const { trigger } = useFormContext()
  const error = fieldState.error?.message
  return (
    <CheckboxRow
      {...look}
      name={field.name}
      inputRef={field.ref}
      checked={field.value === true}
      error={error}
      onChange={(checked) => {
        onChosen?.()
        field.onChange(checked)
        if (error) void trigger(field.name)
      }}
      onBlur={field.onBlur}
    />
  )
}
