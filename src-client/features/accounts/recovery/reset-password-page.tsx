import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { Form } from '#client/components/form/form.tsx'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { passwordFields, usePasswordForm } from '#client/components/person/password-form.ts'
import { PasswordPair } from '#client/components/person/password-pair.tsx'
import { trpcClient } from '#client/lib/api/client.ts'
import { isAnswer, getErrorMessage } from '#client/lib/api/errors.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import type { PasswordInputs } from '#shared/contract/account.ts'
import { messages } from '#shared/contract/messages.ts'
import { CancelLink, FormPage, FormPageFooter, ForgotPasswordLink, LoginLink } from '../layout/form-page.tsx'

/** /passwordReset/{ticket}: sets a new password with the ticket of an emailed link, after checking the link. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  // A failure such as a lost connection says nothing about the link, so the form stays: saving checks it again.
  const link = useQuery({
    queryKey: ['checkResetTicket', ticket],
    queryFn: () => trpcClient.auth.checkResetTicket.mutate({ ticket }),
    staleTime: Infinity,
    meta: { handled: true },
  })

  if (link.isPending) {
    return (
      <OutcomePage done={undefined} title={t('recover.reset')}>
        <p>{t('recover.resetChecking')}</p>
      </OutcomePage>
    )
  }
  if (link.error && isAnswer(link.error)) {
    return (
      <OutcomePage done={false} title={t('recover.resetBad')} footer={<ForgotPasswordLink />}>
        <p role="alert">{getErrorMessage(link.error)}</p>
      </OutcomePage>
    )
  }
  return <ResetForm ticket={ticket} />
}

function ResetForm({ ticket }: { ticket: string }) {
  const { t } = useTranslation()
  const [done, setDone] = useState(false)
  const reset = trpc.auth.resetPassword.useMutation({ meta: { handled: true } })
  const form = usePasswordForm()
  const release = useLeaveGuard(form.formState.isDirty && !done)

  if (done) {
    return (
      <OutcomePage done title={t('recover.resetDone')} footer={<LoginLink>{t('account.toLogin')}</LoginLink>}>
        <p>{t('recover.resetNext')}</p>
      </OutcomePage>
    )
  }

  const onSubmit = (passwords: PasswordInputs) =>
    submit(
      async () => {
        const { message } = await reset.mutateAsync({ ...passwords, ticket })
        await showMessage('OK', message ?? messages.passwordReset)
        setDone(true)
      },
      {
        fields: passwordFields,
        onRefused: () => {
          release()
          location.reload()
        },
      },
    )
  return (
    <FormPage title={t('recover.reset')}>
      <Form form={form} onSubmit={onSubmit} className="grid gap-5">
        <PasswordPair label={t('account.newPassword')} />
        <FormPageFooter
          submit={t('recover.resetSubmit')}
          busy={form.formState.isSubmitting && t('form.saving')}
          back={<CancelLink />}
        />
      </Form>
    </FormPage>
  )
}
