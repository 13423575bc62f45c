import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { trpc } from '#client/lib/api/trpc.ts'
import { emailInput } from '#shared/contract/account.ts'
import { RecoverPage } from './recover-page.tsx'

const schema = z.object({ email: emailInput })

/** /forgotUsername: emails the usernames that belong to an address. */
export function ForgotUsernamePage() {
  const { t } = useTranslation()
  const send = trpc.auth.forgotUsername.useMutation({ meta: { handled: true } })
  return (
    <RecoverPage
      title={t('login.forgotUsername')}
      lead={t('recover.usernameLead')}
      draft="forgot username"
      schema={schema}
      empty={{ email: '' }}
      send={send.mutateAsync}
    />
  )
}
