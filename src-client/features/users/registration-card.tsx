import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { EmailField } from '#client/components/person/person-fields.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { emailInput } from '#shared/contract/account.ts'
import type { ManagedUser } from '#shared/contract/user-manager.ts'

const schema = z.object({ email: emailInput })

/** For a pending user: resends the registration link, to an email that staff can correct. */
export function RegistrationCard({ user }: { user: ManagedUser }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const form = useAppForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaultValues: { email: user.email },
  })
  const send = trpc.userManager.sendRegistrationLink.useMutation({ meta: { handled: true } })
  const { isSubmitting } = form.formState
  const onSubmit = ({ email }: { email: string }) =>
    submit(
      async () => {
        const { message = '' } = await send.mutateAsync({ userId: user.id, email })
        await Promise.all([utils.userManager.invalidate(), utils.support.invalidate()])
        void showMessage('OK', message)
      },
      { fields: ['email'] },
    )
  return (
    <Card title={t('user.registration.title')}>
      <Form form={form} onSubmit={onSubmit} className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-5">
        <p>{t('user.registration.lead')}</p>
        <EmailField label={t('user.email')} help={t('user.registration.help')} forSomeoneElse />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          busy={isSubmitting && t('form.saving')}
        >
          <Mail aria-hidden />
          {t('user.registration.send')}
        </Button>
      </Form>
    </Card>
  )
}
