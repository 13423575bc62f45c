import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Label } from '#client/components/ui/label.tsx'
import { cn } from '#client/lib/cn.ts'

/** The attributes that connect a control with its label, help and error. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  /** The label as text, for the error summary (form.tsx). */
  'data-label': string
}

export type FieldProps = {
  label: string
  help?: ReactNode
  /** Shown after the label on the same line, such as a count. */
  note?: ReactNode
  /** Required is the norm, so optional fields are marked. */
  optional?: boolean
  error?: string
  /** Announces a new error: for fields without a summary, which may already have the focus. */
  announced?: boolean
  className?: string
}

/** The ids of a field's parts and the attributes that connect them. */
export function useFieldIds(
  { label, help, error }: Pick<FieldProps, 'label' | 'help' | 'error'>,
  alsoDescribedBy?: string,
) {
  const id = useId()
  const helpId = help ? `${id}help` : undefined
  const errorId = error ? `${id}error` : undefined
  const control: ControlProps = {
    id,
    'aria-describedby': [helpId, errorId, alsoDescribedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    'data-label': label,
  }
  return { control, helpId, errorId }
}

/** The bar next to an invalid field. */
export const invalidBar = 'border-s-4 border-danger-edge ps-3.5'

/** An error: icon, text and (from its field) a bar; never color alone. */
export function FieldError({ id, role, children }: { id?: string | undefined; role?: 'alert'; children: string }) {
  return (
    <p id={id} role={role} className="flex gap-[0.4rem] font-semibold leading-[1.4] text-danger">
      <CircleAlert className="mt-[0.1em]" aria-hidden />
      {children}
    </p>
  )
}

export function FieldHelp({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="text-sm leading-[1.45] text-muted-foreground">
      {children}
    </p>
  )
}

/** Marks a field as optional. */
export function Optional() {
  const { t } = useTranslation()
  return <span className="font-normal text-muted-foreground"> {t('form.optional')}</span>
}

/** A text after a label on its line, such as a count. */
export function LabelNote({ children }: { children: ReactNode }) {
  return <span className="text-sm font-normal whitespace-nowrap text-muted-foreground"> · {children}</span>
}

/** Label, help, error and control, from top to bottom. `children` renders the control with the given attributes. */
export function Field({
  label,
  help,
  note,
  optional,
  error,
  announced,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { control, helpId, errorId } = useFieldIds({ label, help, error })
  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', error && invalidBar, className)}>
      <Label htmlFor={control.id}>
        {label}
        {optional && <Optional />}
        {note && <LabelNote>{note}</LabelNote>}
      </Label>
      {help && <FieldHelp id={helpId}>{help}</FieldHelp>}
      {error && (
        <FieldError id={errorId} {...(announced && { role: 'alert' })}>
          {error}
        </FieldError>
      )}
      {children(control)}
    </div>
  )
}
