import { useEffect } from 'react'
import type { z } from 'zod'
import { emptyDetails, type SignUpInput, signUpInput } from '#shared/contract/account.ts'
import { signUpProblems } from '#shared/domain/user/user.ts'
import { useAppForm } from '#client/components/form/use-app-form.ts'

type SignUpValues = z.input<typeof signUpInput>

const empty = {
  ...emptyDetails,
  username: '',
  password: '',
  passwordConfirm: '',
} satisfies SignUpValues

export const registerFields = Object.keys(empty)

/**
 * The registration form, validated by the server's own rules.
 * @param ownState the county's state, prefilled unless the reader chose another before it was known; '' until then
 */
export function useRegisterForm(ownState: string) {
  const form = useAppForm<SignUpValues, SignUpInput>({
    schema: signUpInput,
    rule: signUpProblems,
    defaultValues: empty,
  })
  useEffect(() => {
    if (ownState && !form.getFieldState('state').isDirty) form.resetField('state', { defaultValue: ownState })
  }, [ownState, form])
  return form
}
