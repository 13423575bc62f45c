import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { messages } from '#shared/contract/messages.ts'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { messageOf } from '#client/lib/api/errors.ts'
import { trpcClient } from '#client/lib/api/client.ts'
import { ConfirmedText, ToAlerts } from './confirmed-text.tsx'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'

/** /ConfirmEmail/{ticket}: confirms on opening (end-user.md, section 2). */
export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  // A query, since opening the page is the act: it runs once a ticket, and the server answers a repeat the same.
  const confirmation = useQuery({
    queryKey: ['confirmAlertEmail', ticket],
    queryFn: () => trpcClient.auth.confirmAlertEmail.mutate({ ticket }),
    staleTime: Infinity,
    meta: { handled: true },
  })

  if (confirmation.data) {
    return (
      <OutcomePage done title={messages.emailVerified} footer={<ToAlerts />}>
        <ConfirmedText {...confirmation.data.content} />
      </OutcomePage>
    )
  }
  if (confirmation.error) {
    return (
      <OutcomePage done={false} title={messages.emailNotVerified} footer={<ToAlerts />}>
        <p>{messageOf(confirmation.error)}</p>
      </OutcomePage>
    )
  }
  return (
    <OutcomePage done={undefined} title={t('confirm.emailPending')}>
      <Skeleton label={t('app.loading')} lines={3} />
    </OutcomePage>
  )
}
