import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignUpInput } from '#shared/contract/account.ts'
import { languageChoice } from '#client/lib/language-choice.ts'
import { showMessage } from '#client/lib/prompts.ts'
import { useStartContent } from '#client/lib/start-content.ts'
import { submit } from '#client/lib/submit.ts'
import { trpc } from '#client/lib/trpc.ts'
import { FormPage, NotOffered } from './form-page.tsx'
import { Mailed } from './mailed.tsx'
import { RegisterForm } from './register-form.tsx'
import { registerFields, useRegisterForm } from './use-register-form.ts'

/** /register: everything but a company, checked field by field; then the link that completes it is mailed. */
export function RegisterPage() {
  const { t } = useTranslation()
  const start = useStartContent()
  const signUp = trpc.auth.signUp.useMutation({ meta: { handled: true } })
  const [mailedTo, setMailedTo] = useState<string>()
  const form = useRegisterForm(start?.stateCode ?? '')

  if (start && !start.selfRegistration) return <NotOffered title={t('register.title')} text={t('register.closed')} />
  if (mailedTo !== undefined) return <Mailed email={mailedTo} onBack={() => setMailedTo(undefined)} />

  const onSubmit = (values: SignUpInput) =>
    submit(
      async () => {
        const { message } = await signUp.mutateAsync({ ...values, language: languageChoice.get() || undefined })
        if (message) await showMessage('OK', message)
        setMailedTo(values.email)
      },
      { fields: registerFields },
    )
  return (
    <FormPage title={t('register.title')} lead={t('register.lead')}>
      <RegisterForm form={form} onSubmit={onSubmit} />
    </FormPage>
  )
}
