import type { z } from 'zod'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { type PasswordInputs, passwordInputs } from '#shared/contract/account.ts'
import { passwordProblems } from '#shared/domain/user/user.ts'

export const passwordFields = ['password', 'passwordConfirm'] as const

/** The form of a new password and its confirmation. */
export function usePasswordForm() {
  return useAppForm<z.input<typeof passwordInputs>, PasswordInputs>({
    schema: passwordInputs,
    rule: passwordProblems,
    defaultValues: { password: '', passwordConfirm: '' },
  })
}
