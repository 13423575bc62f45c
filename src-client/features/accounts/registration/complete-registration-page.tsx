import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { messages } from '#shared/contract/messages.ts'
import type { Registered } from '#shared/contract/registered.ts'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { trpcClient } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { LoginLink, RegisterAgainLink } from '../layout/form-page.tsx'
import { FirstAlert } from './first-alert.tsx'

/** /CompleteRegistration/{ticket}: completes the registration when it opens (end-user.md, section 2). */
export function CompleteRegistrationPage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  // A query, because opening the page is the action. It runs once per ticket, and the server repeats its answer.
  const completion = useQuery({
    queryKey: ['completeRegistration', ticket],
    queryFn: () => trpcClient.auth.completeRegistration.mutate({ ticket }),
    staleTime: Infinity,
    meta: { handled: true },
  })
  if (completion.data) return <Completed registered={completion.data.content} ticket={ticket} />
  if (completion.error) return <Incomplete message={getErrorMessage(completion.error)} ticket={ticket} />
  return (
    <OutcomePage done={undefined} title={t('register.incomplete')}>
      <p>{t('register.completing')}</p>
    </OutcomePage>
  )
}

function Completed({ registered, ticket }: { registered: Registered; ticket: string }) {
  const { t } = useTranslation()
  const { fullName, username, watching, notWatching } = registered
  return (
    <OutcomePage
      done
      title={t('register.complete')}
      footer={<LoginLink>{t('register.continue')}</LoginLink>}
      also={watching.length + notWatching.length > 0 && <FirstAlert registered={registered} ticket={ticket} />}
    >
      <p>{t('register.welcome', { name: fullName })}</p>
      <p>
        <Trans i18nKey="register.username" values={{ username }} components={{ b: <b /> }} />
      </p>
      <p>{t('register.usernameNote')}</p>
    </OutcomePage>
  )
}

/** Why the link did not complete the registration; an expired one can be renewed. */
function Incomplete({ message, ticket }: { message: string; ticket: string }) {
  const { t } = useTranslation()
  const resend = trpc.auth.resendRegistration.useMutation({ meta: { handled: true } })
  if (resend.data) {
    return (
      <OutcomePage done title={t('mailed.title')} footer={<LoginLink>{t('account.toLogin')}</LoginLink>}>
        <p>{t('register.newLinkSent')}</p>
      </OutcomePage>
    )
  }
  const expired = message === messages.registrationExpired
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
          <RegisterAgainLink secondary={expired} />
        </>
      }
    >
      {resend.error && <Banner tone="danger">{getErrorMessage(resend.error)}</Banner>}
      <p role="alert">{message}</p>
    </OutcomePage>
  )
}
