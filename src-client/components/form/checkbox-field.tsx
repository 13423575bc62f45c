import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Checkbox } from '#client/components/ui/checkbox.tsx'
import { cn } from '#client/lib/cn.ts'
import { FieldError, FieldHelp, invalidBar, useFieldIds } from './field.tsx'

type CheckboxFieldProps = {
  name: string
  label: string
  /** What the summary of a refused submit calls it, where the label is long. */
  shortLabel?: string
  /** Stands after the label on its line: a count. */
  note?: ReactNode
  help?: ReactNode
  disabled?: boolean
  className?: string
}

/** A yes or no in a Form. */
export function CheckboxField({ name, label, shortLabel, note, help, disabled, className }: CheckboxFieldProps) {
  const {
    field: { ref, name: path, value, onChange, onBlur },
    fieldState,
  } = useController({ name })
  const { trigger } = useFormContext()
  const error = fieldState.error?.message
  const { control, helpId, errorId } = useFieldIds({ label: shortLabel ?? label, help, error })
  return (
    <div className={cn('grid content-start gap-1.5', error && invalidBar, className)}>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-0.5 py-2">
        <Checkbox
          {...control}
          ref={ref}
          name={path}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => {
            onChange(event.target.checked)
            if (error) void trigger(path)
          }}
          onBlur={onBlur}
        />
        <label htmlFor={control.id} className="leading-[1.45]">
          {label}
          {note && <span className="text-sm whitespace-nowrap text-muted-foreground"> · {note}</span>}
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
