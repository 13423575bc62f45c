import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emailInput } from '#shared/contract/account.ts'
import { messages } from '#shared/contract/messages.ts'
import { Form } from '#client/components/form/form.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { showMessage } from '#client/lib/prompts.ts'
import { useStartContent } from '#client/lib/start-content.ts'
import { submit } from '#client/lib/submit.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CancelLink, FormPage, FormPageFoot, NotOffered } from './form-page.tsx'
import { Mailed } from './mailed.tsx'
import { EmailField, UsernameField } from '#client/components/person/person-fields.tsx'

const schema = z.object({ username: z.string().trim().min(1, messages.required), email: emailInput })
type Values = z.infer<typeof schema>

/** /forgotPassword: a link that sets a new password is mailed where username and email belong together. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const start = useStartContent()
  const send = trpc.auth.forgotPassword.useMutation({ meta: { handled: true } })
  const [mailedTo, setMailedTo] = useState<string>()
  const form = useAppForm<Values, Values>({ schema, defaultValues: { username: '', email: '' } })

  if (start && !start.recovery) return <NotOffered title={t('login.forgotPassword')} text={t('recover.closed')} />
  if (mailedTo !== undefined) return <Mailed email={mailedTo} onBack={() => setMailedTo(undefined)} />

  const onSubmit = (values: Values) =>
    submit(
      async () => {
        const { message } = await send.mutateAsync(values)
        if (message) await showMessage('OK', message)
        setMailedTo(values.email)
      },
      { fields: ['username', 'email'] },
    )
  return (
    <FormPage title={t('login.forgotPassword')} lead={t('recover.passwordLead')}>
      <Form form={form} onSubmit={onSubmit} className="grid gap-5">
        <UsernameField />
        <EmailField label={t('account.registeredEmail')} help={t('account.registeredEmailHelp')} />
        <FormPageFoot
          submit={t('recover.send')}
          busy={form.formState.isSubmitting && t('recover.sending')}
          back={<CancelLink />}
        />
      </Form>
    </FormPage>
  )
}
