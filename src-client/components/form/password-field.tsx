import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Label } from '#client/components/ui/label.tsx'
import { cn } from '#client/lib/cn.ts'
import { FieldError, FieldHelp, invalidBar, useFieldIds, type FieldProps } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { useTextField } from './use-field.ts'

/** Without `isMet`, a rule that only the server can check. */
type PasswordRule = { label: string; isMet?: (password: string) => boolean }

/** The rules of a new password, each checked off once it is met. */
function RuleList({ id, rules, password }: { id: string; rules: readonly PasswordRule[]; password: string }) {
  const { t } = useTranslation()
  return (
    <ul id={id} className="grid gap-1 text-sm leading-[1.45] text-muted-foreground">
      {rules.map((rule) => {
        const met = rule.isMet?.(password)
        return (
          <li key={rule.label} className={cn('flex gap-2', met && 'font-semibold text-success')}>
            <span aria-hidden className="w-[1em] shrink-0 text-center">
              {met ? <Check className="mt-[0.1em]" /> : '•'}
            </span>
            <span>
              {rule.label}
              {met !== undefined && <span className="sr-only"> ({met ? t('form.ruleMet') : t('form.ruleUnmet')})</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

type PasswordFieldProps = Omit<FieldProps, 'error'> & {
  name: string
  /** 'new-password' for a password being chosen. */
  autoComplete: 'current-password' | 'new-password'
  rules?: readonly PasswordRule[]
  /** The rules in the syntax that browsers read when they generate a password. */
  generatorRules?: string
}

/** A password in a Form. */
export function PasswordField({
  name,
  label,
  help,
  className,
  autoComplete,
  rules,
  generatorRules,
}: PasswordFieldProps) {
  const { field, error } = useTextField(name)
  const rulesId = useId()
  const { control, helpId, errorId } = useFieldIds({ label, help, error }, rules && rulesId)
  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', error && invalidBar, className)}>
      <Label htmlFor={control.id}>{label}</Label>
      {help && <FieldHelp id={helpId}>{help}</FieldHelp>}
      {rules && <RuleList id={rulesId} rules={rules} password={field.value} />}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <PasswordInput control={control} autoComplete={autoComplete} passwordrules={generatorRules} {...field} />
    </div>
  )
}
