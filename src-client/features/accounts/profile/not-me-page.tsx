import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { isAnswer, getErrorMessage } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ForgotPasswordLink, LoginLink } from '../layout/form-page.tsx'

/**
 * /notMe/{ticket}, linked from the email to the old address of an account: one press stops the change of address.
 * Opening the page changes nothing.
 */
export function NotMePage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  const stop = trpc.auth.stopEmailChange.useMutation({ meta: { handled: true } })

  if (stop.data) {
    return (
      <OutcomePage done title={t('notMe.done')} footer={<ForgotPasswordLink label={t('notMe.newPassword')} />}>
        <p>{t('notMe.next')}</p>
      </OutcomePage>
    )
  }
  if (stop.error && isAnswer(stop.error)) {
    return (
      <OutcomePage done={false} title={t('notMe.failed')} footer={<LoginLink>{t('account.toLogin')}</LoginLink>}>
        <p role="alert">{getErrorMessage(stop.error)}</p>
      </OutcomePage>
    )
  }
  return (
    <OutcomePage
      done={undefined}
      title={t('notMe.title')}
      footer={
        <Button busy={stop.isPending && t('notMe.stopping')} onClick={() => stop.mutate({ ticket })}>
          {t('notMe.button')}
        </Button>
      }
    >
      {stop.error && <Banner tone="danger">{getErrorMessage(stop.error)}</Banner>}
      <p>{t('notMe.lead')}</p>
      <p>{t('notMe.otherwise')}</p>
    </OutcomePage>
  )
}
