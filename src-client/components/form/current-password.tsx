import { Label } from '#client/components/ui/label.tsx'
import { cn } from '#client/lib/cn.ts'
import { FieldError, invalidBar, useFieldIds } from './field.tsx'
import { PasswordInput } from './password-input.tsx'

type CurrentPasswordProps = {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The current password, in a form with plain state: `[name=password]`. */
export function CurrentPassword({ label, value, error, onChange }: CurrentPasswordProps) {
  const { control, errorId } = useFieldIds({ label, help: undefined, error })
  return (
    <div className={cn('grid gap-1.5', error && invalidBar)}>
      <Label htmlFor={control.id}>{label}</Label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <PasswordInput
        control={control}
        name="password"
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
