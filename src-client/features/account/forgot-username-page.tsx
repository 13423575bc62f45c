import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emailInput } from '#shared/contract/account.ts'
import { Form } from '#client/components/form/form.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { showMessage } from '#client/lib/prompts.ts'
import { useStartContent } from '#client/lib/start-content.ts'
import { submit } from '#client/lib/submit.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CancelLink, FormPage, FormPageFoot, NotOffered } from './form-page.tsx'
import { Mailed } from './mailed.tsx'
import { EmailField } from '#client/components/person/person-fields.tsx'

const schema = z.object({ email: emailInput })
type Values = z.infer<typeof schema>

/** /forgotUsername: the usernames of an address are mailed to it. */
export function ForgotUsernamePage() {
  const { t } = useTranslation()
  const start = useStartContent()
  const send = trpc.auth.forgotUsername.useMutation({ meta: { handled: true } })
  const [mailedTo, setMailedTo] = useState<string>()
  const form = useAppForm<Values, Values>({ schema, defaultValues: { email: '' } })

  if (start && !start.recovery) return <NotOffered title={t('login.forgotUsername')} text={t('recover.closed')} />
  if (mailedTo !== undefined) return <Mailed email={mailedTo} onBack={() => setMailedTo(undefined)} />

  const onSubmit = (values: Values) =>
    submit(
      async () => {
        const { message } = await send.mutateAsync(values)
        if (message) await showMessage('OK', message)
        setMailedTo(values.email)
      },
      { fields: ['email'] },
    )
  return (
    <FormPage title={t('login.forgotUsername')} lead={t('recover.usernameLead')}>
      <Form form={form} onSubmit={onSubmit} className="grid gap-5">
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
