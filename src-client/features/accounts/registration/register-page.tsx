import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignUpInput } from '#shared/contract/account.ts'
import { languageChoice } from '#client/lib/i18n/language-choice.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { FormPage, NotOffered } from '../layout/form-page.tsx'
import { Mailed } from '../layout/email-sent.tsx'
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
