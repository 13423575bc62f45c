import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignUpInput } from '#shared/contract/account.ts'
import { languageChoice } from '#client/lib/i18n/language-choice.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { FormPage, NotOffered } from '../layout/form-page.tsx'
import { EmailSent } from '../layout/email-sent.tsx'
import { RegisterForm } from './register-form.tsx'
import { registerFields, useRegisterForm } from './use-register-form.ts'

/**
 * /register: all fields but the company are required and validated. Then a link that completes the registration is
 * emailed.
 */
export function RegisterPage() {
  const { t } = useTranslation()
  const start = useStartContent()
  const signUp = trpc.auth.signUp.useMutation({ meta: { handled: true } })
  const [mailedTo, setMailedTo] = useState<string>()
  const form = useRegisterForm(start?.stateCode ?? '')

  if (start && !start.selfRegistration) return <NotOffered title={t('register.title')} text={t('register.closed')} />
  if (mailedTo !== undefined) return <EmailSent email={mailedTo} onBack={() => setMailedTo(undefined)} />

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
