import { type ReactNode, useState } from 'react'
import type { DefaultValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import { EmailField } from '#client/components/person/person-fields.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { submit } from '#client/lib/api/submit.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { dropDraft, visitor } from '#client/lib/drafts.ts'
import { EmailSent } from '../layout/email-sent.tsx'
import { CancelLink, FormPage, FormPageFooter, NotOffered } from '../layout/form-page.tsx'

type RecoverPageProps<Values extends { email: string }> = {
  title: string
  lead: string
  /** The name of the form's draft (drafts.ts). */
  draft: string
  schema: z.ZodType<Values, Values>
  empty: Values & DefaultValues<Values>
  send: (values: Values) => Promise<{ message?: string | undefined }>
  /** The fields before the email field. */
  children?: ReactNode
}

/** Emails something to a registered address, if the county offers that. */
export function RecoverPage<Values extends { email: string }>(props: RecoverPageProps<Values>) {
  const { title, lead, draft, schema, empty, send, children } = props
  const { t } = useTranslation()
  const start = useStartContent()
  const [mailedTo, setMailedTo] = useState<string>()
  const form = useAppForm<Values, Values>({ schema, defaultValues: empty })
  useFormDraft(form, draft, visitor)

  if (start && !start.recovery) return <NotOffered title={title} text={t('recover.closed')} />
  if (mailedTo !== undefined) return <EmailSent email={mailedTo} onBack={() => setMailedTo(undefined)} />

  const onSubmit = (values: Values) =>
    submit(
      async () => {
        const { message } = await send(values)
        dropDraft(draft)
        if (message) await showMessage('OK', message)
        setMailedTo(values.email)
      },
      { fields: Object.keys(empty) },
    )
  return (
    <FormPage title={title} lead={lead}>
      <Form form={form} onSubmit={onSubmit} className="grid gap-5">
        {children}
        <EmailField label={t('account.registeredEmail')} help={t('account.registeredEmailHelp')} />
        <FormPageFooter
          submit={t('recover.send')}
          busy={form.formState.isSubmitting && t('recover.sending')}
          back={<CancelLink onLeave={() => dropDraft(draft)} />}
        />
      </Form>
    </FormPage>
  )
}
