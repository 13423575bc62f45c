import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PasswordField, type PasswordRule } from '#client/components/form/password-field.tsx'
import { characterProblem, passwordRules, passwordRulesForBrowsers } from '#shared/contract/account.ts'

type Passwords = { password: string; passwordConfirm: string }

const last = passwordRules.length - 1

/** A rule that more typing cannot satisfy can only be broken; the others are met by typing on. */
const rulesToMeet: PasswordRule[] = passwordRules.map(([rule, label], index) => ({
  label,
  check: (password) => {
    if (password === '') return 'open'
    // The last rule names the characters.
    const cure = index === last ? characterProblem(password) : undefined
    if (cure !== undefined) return { cure }
    if (rule.test(password)) return 'met'
    return rule.test('') ? { cure: label } : 'open'
  },
}))

/** A new password and its confirmation, with rules that are checked off as they are met. */
export function PasswordPair({ label }: { label: string }) {
  const { t } = useTranslation()
  const { subscribe, trigger, getFieldState, formState } = useFormContext<Passwords>()
  // Only the server knows what is easy to guess, so this rule is never checked off here.
  const isTooEasy = formState.errors.password?.message === t('account.tooEasy')
  const rules: PasswordRule[] = [
    ...rulesToMeet,
    { label: t('account.hardRule'), ...(isTooEasy && { cure: t('account.tooEasyCure') }) },
  ]
  // A change of either field can make them match.
  useEffect(
    () =>
      subscribe({
        name: 'password',
        formState: { values: true },
        callback: () => {
          if (getFieldState('passwordConfirm').isTouched) void trigger('passwordConfirm')
        },
      }),
    [subscribe, getFieldState, trigger],
  )
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        rules={rules}
        generatorRules={passwordRulesForBrowsers}
      />
      <PasswordField name="passwordConfirm" label={t('account.confirm')} autoComplete="new-password" />
    </>
  )
}
