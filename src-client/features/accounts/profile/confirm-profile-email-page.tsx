import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { TryAgain } from '#client/components/ui/empty-state.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { getErrorMessage, isUnavailable } from '#client/lib/api/errors.ts'
import { homePath } from '#client/lib/navigation.ts'
import { trpcClient } from '#client/lib/api/client.ts'

/** /ConfirmProfileEmail/{ticket}: confirms the new email of an account. */
export function ConfirmProfileEmailPage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  const confirmation = useQuery({
    queryKey: ['confirmProfileEmail', ticket],
    queryFn: () => trpcClient.auth.confirmProfileEmail.mutate({ ticket }),
    staleTime: Infinity,
    meta: { handled: true },
  })
  const toAlerts = (
    <Button asChild>
      <Link href={homePath}>{t('confirm.toAlerts')}</Link>
    </Button>
  )
  const toProfile = (
    <Button asChild>
      <Link href={`${homePath}?account=profile`}>{t('newEmail.toProfile')}</Link>
    </Button>
  )

  if (confirmation.data) {
    return (
      <OutcomePage done title={t('newEmail.done')} footer={toAlerts}>
        <p>
          <Trans
            i18nKey="newEmail.detail"
            values={{ email: confirmation.data.content.email }}
            components={{ b: <b /> }}
          />
        </p>
      </OutcomePage>
    )
  }
  if (confirmation.error) {
    const isAway = isUnavailable(confirmation.error)
    return (
      <OutcomePage
        done={false}
        title={t('newEmail.failed')}
        footer={isAway ? <TryAgain query={confirmation} /> : toProfile}
      >
        <p role="alert">{getErrorMessage(confirmation.error)}</p>
        {isAway && <p>{t('confirm.retrying')}</p>}
      </OutcomePage>
    )
  }
  return (
    <OutcomePage done={undefined} title={t('newEmail.pending')}>
      <Skeleton label={t('app.loading')} lines={3} />
    </OutcomePage>
  )
}
