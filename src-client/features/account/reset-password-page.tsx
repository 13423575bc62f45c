import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import type { PasswordInputs } from '#shared/contract/account.ts'
import { messages } from '#shared/contract/messages.ts'
import { Form } from '#client/components/form/form.tsx'
import { Outcome } from '#client/components/layout/outcome.tsx'
import { showMessage } from '#client/lib/prompts.ts'
import { submit } from '#client/lib/submit.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CancelLink, FormPage, FormPageFoot, ToLogin } from './form-page.tsx'
import { passwordFields, usePasswordForm } from './password-form.ts'
import { PasswordPair } from './password-pair.tsx'

/** /passwordReset/{ticket}: a new password, by the ticket of an emailed link. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  const [done, setDone] = useState(false)
  const reset = trpc.auth.resetPassword.useMutation({ meta: { handled: true } })
  const form = usePasswordForm()

  if (done) {
    return (
      <Outcome done title={t('recover.resetDone')} foot={<ToLogin>{t('account.toLogin')}</ToLogin>}>
        <p>{t('recover.resetNext')}</p>
      </Outcome>
    )
  }

  const onSubmit = (passwords: PasswordInputs) =>
    submit(
      async () => {
        const { message } = await reset.mutateAsync({ ...passwords, ticket })
        setDone(true)
        await showMessage('OK', message ?? messages.passwordReset)
      },
      { fields: passwordFields, onRefused: () => location.reload() },
    )
  return (
    <FormPage title={t('recover.reset')}>
      <Form form={form} onSubmit={onSubmit} className="grid gap-5">
        <PasswordPair label={t('account.newPassword')} />
        <FormPageFoot
          submit={t('recover.resetSubmit')}
          busy={form.formState.isSubmitting && t('form.saving')}
          back={<CancelLink />}
        />
      </Form>
    </FormPage>
  )
}
