import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { UsernameField } from '#client/components/person/person-fields.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { emailInput } from '#shared/contract/account.ts'
import { messages } from '#shared/contract/messages.ts'
import { RecoverPage } from './recover-page.tsx'

const schema = z.object({ username: z.string().trim().min(1, messages.required), email: emailInput })

/** /forgotPassword: emails a link that sets a new password, if username and email match. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const send = trpc.auth.forgotPassword.useMutation({ meta: { handled: true } })
  return (
    <RecoverPage
      title={t('login.forgotPassword')}
      lead={t('recover.passwordLead')}
      draft="forgot password"
      schema={schema}
      empty={{ username: '', email: '' }}
      send={send.mutateAsync}
    >
      <UsernameField />
    </RecoverPage>
  )
}
