import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { trpcClient } from '#client/lib/api/client.ts'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { LoginLink } from '../layout/form-page.tsx'

/** /seeUsernames/{ticket}: verifies the email that got the link, and shows its usernames. */
export function SeeUsernamesPage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  // A query, because opening the page is the action. It runs once per ticket, and the server repeats its answer.
  const shown = useQuery({
    queryKey: ['showUsernames', ticket],
    queryFn: () => trpcClient.auth.showUsernames.mutate({ ticket }),
    staleTime: Infinity,
    meta: { handled: true },
  })

  if (shown.data) {
    const { usernames } = shown.data.content
    return (
      <OutcomePage
        done
        title={t('usernames.title', { count: usernames.length })}
        footer={<LoginLink>{t('account.toLogin')}</LoginLink>}
      >
        <ul className="grid gap-1">
          {usernames.map((username) => (
            <li key={username}>
              <b>{username}</b>
            </li>
          ))}
        </ul>
        <p>{t('register.usernameNote')}</p>
      </OutcomePage>
    )
  }
  if (shown.error) {
    return (
      <OutcomePage
        done={false}
        title={t('recover.resetBad')}
        footer={
          <>
            <Button asChild>
              <Link href="/forgotUsername">{t('login.forgotUsername')}</Link>
            </Button>
            <LoginLink secondary>{t('account.toLogin')}</LoginLink>
          </>
        }
      >
        <p role="alert">{getErrorMessage(shown.error)}</p>
      </OutcomePage>
    )
  }
  return (
    <OutcomePage done={undefined} title={t('newEmail.pending')}>
      <p>{t('register.completing')}</p>
    </OutcomePage>
  )
}
