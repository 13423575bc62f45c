import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { Outcome } from '#client/components/layout/outcome.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { trpcClient } from '#client/lib/client.ts'
import { ToLogin, ToRegisterAgain } from './form-page.tsx'

/** /CompleteRegistration/{ticket}: completes on opening (end-user.md, section 2). */
export function CompleteRegistrationPage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  // A query, since opening the page is the act: it runs once a ticket, and the server answers a repeat the same.
  const completion = useQuery({
    queryKey: ['completeRegistration', ticket],
    queryFn: () => trpcClient.auth.completeRegistration.mutate({ ticket }),
    staleTime: Infinity,
    meta: { handled: true },
  })

  if (completion.data) {
    const { fullName, username } = completion.data.content
    return (
      <Outcome done title={t('register.complete')} foot={<ToLogin>{t('register.continue')}</ToLogin>}>
        <p>{t('register.welcome', { name: fullName })}</p>
        <p>
          <Trans i18nKey="register.username" values={{ username }} components={{ b: <b /> }} />
        </p>
        <p>{t('register.usernameNote')}</p>
      </Outcome>
    )
  }
  if (completion.error) {
    return (
      <Outcome done={false} title={t('register.incomplete')} foot={<ToRegisterAgain />}>
        <p role="alert">{messageOf(completion.error)}</p>
      </Outcome>
    )
  }
  return (
    <Outcome done={undefined} title={t('register.incomplete')}>
      <p>{t('register.completing')}</p>
    </Outcome>
  )
}
