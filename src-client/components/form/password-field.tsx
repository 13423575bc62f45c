import { Check, Info, Minus, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Label } from '#client/components/ui/label.tsx'
import { cn } from '#client/lib/cn.ts'
import { FieldError, FieldHelp, invalidBar, useFieldIds, type FieldProps } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { useTextField } from './use-field.ts'

/** Not met yet, met, or broken by something typed, with the cure. */
type RuleState = 'open' | 'met' | { cure: string }
/** Without `check`, a rule that only the server can check: `cure` once it was broken. */
export type PasswordRule = { label: string; check?: (password: string) => RuleState; cure?: string }

function RuleItem({ rule, password }: { rule: PasswordRule; password: string }) {
  const { t } = useTranslation()
  const state = rule.cure === undefined ? (rule.check?.(password) ?? 'open') : { cure: rule.cure }
  if (typeof state === 'object')
    return (
      <li className={cn(ruleLine, 'font-semibold text-danger')}>
        <X className={ruleIcon} aria-hidden />
        <span>{state.cure}</span>
      </li>
    )
  // A rule that only the server checks is never met here: a dash would say that it is still open.
  const Icon = !rule.check ? Info : state === 'met' ? Check : Minus
  return (
    <li className={cn(ruleLine, state === 'met' && 'font-semibold text-success')}>
      <Icon className={ruleIcon} aria-hidden />
      <span>
        {rule.label}
        {rule.check && <span className="sr-only"> ({state === 'met' ? t('form.ruleMet') : t('form.ruleUnmet')})</span>}
      </span>
    </li>
  )
}

const ruleLine = 'grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2'
const ruleIcon = 'mt-[0.15em] size-[1.15rem]'

/** The rules of a new password: a dash until met, a tick when met, a cross with the cure when broken. */
function RuleList({ id, rules, password }: { id: string; rules: readonly PasswordRule[]; password: string }) {
  return (
    <ul id={id} className="grid gap-1 pt-1.5 text-sm leading-[1.45] text-muted-foreground">
      {rules.map((rule) => (
        <RuleItem key={rule.label} rule={rule} password={password} />
      ))}
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
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <PasswordInput control={control} autoComplete={autoComplete} passwordrules={generatorRules} {...field} />
      {rules && <RuleList id={rulesId} rules={rules} password={field.value} />}
    </div>
  )
}
