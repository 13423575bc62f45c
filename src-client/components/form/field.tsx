import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Label } from '#client/components/ui/label.tsx'
import { cn } from '#client/lib/cn.ts'

/** What a control needs to be tied to its label, help and error. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  /** The label as text, for the summary of a refused submit (form.tsx). */
  'data-label': string
}

export type FieldProps = {
  label: string
  help?: ReactNode
  /** Required is the norm, so what is not is marked. */
  optional?: boolean
  error?: string
  /** An error is said aloud when it comes: where no summary tells it and the focus may be in the field already. */
  announced?: boolean
  className?: string
}

/** The ids of a field's parts and the attributes that tie them together. */
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

/** The bar at the side of what must be fixed. */
export const invalidBar = 'border-s-4 border-danger-edge ps-3.5'

/** An error: icon, text and (from its field) a bar; never colour alone. */
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

/** Says that a field may stay empty. */
export function Optional() {
  const { t } = useTranslation()
  return <span className="font-normal text-muted-foreground"> {t('form.optional')}</span>
}

/** Label, help, error, control, from top to bottom. `children` draws the control with the given attributes. */
export function Field({
  label,
  help,
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
