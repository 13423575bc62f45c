import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { messages } from '#shared/contract/messages.ts'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { trpcClient } from '#client/lib/api/client.ts'
import { ConfirmedText, AlertsLink } from './confirmed-text.tsx'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'

/** /ConfirmEmail/{ticket}: confirms the email when it opens (end-user.md, section 2). */
export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  // A query, because opening the page is the action. It runs once per ticket, and the server repeats its answer.
  const confirmation = useQuery({
    queryKey: ['confirmAlertEmail', ticket],
    queryFn: () => trpcClient.auth.confirmAlertEmail.mutate({ ticket }),
    staleTime: Infinity,
    meta: { handled: true },
  })

  if (confirmation.data) {
    return (
      <OutcomePage done title={messages.emailVerified} footer={<AlertsLink />}>
        <ConfirmedText {...confirmation.data.content} />
      </OutcomePage>
    )
  }
  if (confirmation.error) {
    return (
      <OutcomePage done={false} title={messages.emailNotVerified} footer={<AlertsLink />}>
        <p>{getErrorMessage(confirmation.error)}</p>
      </OutcomePage>
    )
  }
  return (
    <OutcomePage done={undefined} title={t('confirm.emailPending')}>
      <Skeleton label={t('app.loading')} lines={3} />
    </OutcomePage>
  )
}
