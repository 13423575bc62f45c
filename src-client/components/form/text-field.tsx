import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Input, Textarea } from '#client/components/ui/input.tsx'
import { cn } from '#client/lib/cn.ts'
import { formatDate } from '#client/lib/format/date.ts'
import { formatInternationalPhone, formatTypedPhone } from '#client/lib/format/phone.ts'
import { formatZip } from '#client/lib/format/zip.ts'
import { Field, type FieldProps } from './field.tsx'
import { useTextField } from './use-field.ts'

type TextFieldProps = Omit<FieldProps, 'error'> &
  Omit<ComponentProps<'input'>, 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'id'> & {
    /** The path of the value in the form. */
    name: string
    /** Formats the value when the field is left. */
    format?: (text: string) => string
    /** Also formats it at each change. */
    asTyped?: boolean
    /** Shown after the control on the same line, such as a unit or a lookup button. */
    after?: ReactNode
    inputClassName?: string
  }

/** A single-line text field in a Form. */
export function TextField(props: TextFieldProps) {
  const { name, format, asTyped, after, label, help, note, optional, className, inputClassName, ...rest } = props
  const { field, error } = useTextField(name, format, asTyped)
  return (
    <Field {...{ label, help, note, optional, error, className }}>
      {(control) => {
        const input = <Input {...rest} {...field} {...control} className={inputClassName} />
        if (!after) return input
        return (
          <div className="flex flex-wrap items-center gap-2 [&>input]:w-auto [&>input]:flex-[1_1_11rem]">
            {input}
            {after}
          </div>
        )
      }}
    </Field>
  )
}

type TextAreaFieldProps = Omit<FieldProps, 'error'> & {
  name: string
  rows?: number
  maxLength?: number
  disabled?: boolean
  /** The text wraps, but has no line break. */
  oneLine?: boolean
}

const joinLines = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, ' ')

/** A multi-line text field in a Form. */
export function TextAreaField({ name, rows, maxLength, disabled, oneLine = false, ...frame }: TextAreaFieldProps) {
  const { field, error } = useTextField(name, oneLine ? joinLines : undefined, oneLine)
  return (
    <Field {...frame} error={error}>
      {(control) => <Textarea rows={rows} maxLength={maxLength} disabled={disabled} {...field} {...control} />}
    </Field>
  )
}

type PresetProps = Omit<TextFieldProps, 'format' | 'asTyped' | 'inputMode' | 'type'>

/** A phone: '(XXX) XXX-XXXX', or digits with the country code first. */
export function PhoneField({ international, ...props }: PresetProps & { international?: boolean }) {
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete={international ? 'tel' : 'tel-national'}
      {...props}
      format={international ? formatInternationalPhone : formatTypedPhone}
      asTyped={international}
      inputClassName={cn('tabular-nums', props.inputClassName)}
    />
  )
}

/** A five-digit zip. */
export function ZipField(props: PresetProps) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="postal-code"
      {...props}
      format={formatZip}
      asTyped
      inputClassName={cn('max-w-44 tabular-nums', props.inputClassName)}
    />
  )
}

/** A date as text: for a known date, typing is faster and simpler than a calendar. */
export function DateField(props: PresetProps) {
  const { t } = useTranslation()
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      help={t('form.dateHelp')}
      {...props}
      format={formatDate}
      inputClassName={cn('max-w-44 tabular-nums', props.inputClassName)}
    />
  )
}
