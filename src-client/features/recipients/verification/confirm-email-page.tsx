import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { messages } from '#shared/contract/messages.ts'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { TryAgain } from '#client/components/ui/empty-state.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { getErrorMessage, isUnavailable } from '#client/lib/api/errors.ts'
import { trpcClient } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'
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
  if (isUnavailable(confirmation.error)) {
    return (
      <OutcomePage done={false} title={messages.emailNotVerified} footer={<TryAgain query={confirmation} />}>
        <p role="alert">{getErrorMessage(confirmation.error)}</p>
        <p>{t('confirm.retrying')}</p>
      </OutcomePage>
    )
  }
  if (confirmation.error) return <Unconfirmed message={getErrorMessage(confirmation.error)} ticket={ticket} />
  return (
    <OutcomePage done={undefined} title={t('confirm.emailPending')}>
      <Skeleton label={t('app.loading')} lines={3} />
    </OutcomePage>
  )
}

/** Why the link did not verify the email. An expired one can be renewed, also by a helper without an account. */
function Unconfirmed({ message, ticket }: { message: string; ticket: string }) {
  const { t } = useTranslation()
  const renew = trpc.auth.renewEmailLink.useMutation({ meta: { handled: true } })
  if (renew.data) {
    return (
      <OutcomePage done title={t('mailed.title')}>
        <p>{t('confirm.newLinkSent')}</p>
      </OutcomePage>
    )
  }
  return (
    <OutcomePage
      done={false}
      title={messages.emailNotVerified}
      footer={
        message === messages.emailLinkExpired ? (
          <Button busy={renew.isPending && t('confirm.newLinkSending')} onClick={() => renew.mutate({ ticket })}>
            {t('confirm.newLink')}
          </Button>
        ) : (
          <AlertsLink />
        )
      }
    >
      {renew.error && <Banner tone="danger">{getErrorMessage(renew.error)}</Banner>}
      <p role="alert">{message}</p>
    </OutcomePage>
  )
}
