import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { messages } from '#shared/contract/messages.ts'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { messageOf } from '#client/lib/api/errors.ts'
import { trpcClient } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ToLogin, ToRegisterAgain } from '../layout/form-page.tsx'

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

  const resend = trpc.auth.resendRegistration.useMutation({ meta: { handled: true } })

  if (completion.data) {
    const { fullName, username } = completion.data.content
    return (
      <OutcomePage done title={t('register.complete')} footer={<ToLogin>{t('register.continue')}</ToLogin>}>
        <p>{t('register.welcome', { name: fullName })}</p>
        <p>
          <Trans i18nKey="register.username" values={{ username }} components={{ b: <b /> }} />
        </p>
        <p>{t('register.usernameNote')}</p>
      </OutcomePage>
    )
  }
  if (resend.data) {
    return (
      <OutcomePage done title={t('mailed.title')} footer={<ToLogin>{t('account.toLogin')}</ToLogin>}>
        <p>{t('register.newLinkSent')}</p>
      </OutcomePage>
    )
  }
  if (completion.error) {
    const expired = messageOf(completion.error) === messages.registrationExpired
    return (
      <OutcomePage
        done={false}
        title={t('register.incomplete')}
        footer={
          <>
            {expired && (
              <Button busy={resend.isPending && t('register.newLinkSending')} onClick={() => resend.mutate({ ticket })}>
                {t('register.newLink')}
              </Button>
            )}
            <ToRegisterAgain second={expired} />
          </>
        }
      >
        {resend.error && <Banner tone="danger">{messageOf(resend.error)}</Banner>}
        <p role="alert">{messageOf(completion.error)}</p>
      </OutcomePage>
    )
  }
  return (
    <OutcomePage done={undefined} title={t('register.incomplete')}>
      <p>{t('register.completing')}</p>
    </OutcomePage>
  )
}
