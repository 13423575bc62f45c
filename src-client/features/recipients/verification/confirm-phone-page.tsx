import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { CodeField } from '#client/components/form/code-field.tsx'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { getFieldErrors, getErrorMessage, getStatus } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ConfirmedText, AlertsLink } from './confirmed-text.tsx'

const refused = 400

/**
 * /ConfirmPhone/{ticket}: the link of a text. It takes a press, because phones open links by themselves; the code works
 * too.
 */
export function ConfirmPhonePage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  const { mutate, mutateAsync, data, error, isPending, variables } = trpc.auth.confirmAlertPhone.useMutation({
    meta: { handled: true },
  })
  const byCode = typeof variables?.code === 'string'
  const wrongCode = error ? getFieldErrors(error).code : undefined

  if (data) {
    return (
      <OutcomePage done title={t('confirm.phoneDone')} footer={<AlertsLink />}>
        <ConfirmedText {...data.content} />
      </OutcomePage>
    )
  }
  // If the link itself is rejected, neither another press nor a code can help.
  if (error && !wrongCode && getStatus(error) === refused) {
    return (
      <OutcomePage done={false} title={t('confirm.phoneFailed')} footer={<AlertsLink />}>
        <p role="alert">{getErrorMessage(error)}</p>
      </OutcomePage>
    )
  }
  return (
    <OutcomePage
      done={undefined}
      title={t('confirm.phoneTitle')}
      footer={
        <Button onClick={() => mutate({ ticket })} busy={isPending && !byCode && t('confirm.confirming')}>
          {t('confirm.confirm')}
        </Button>
      }
      also={
        <CodeField
          label={t('confirm.orCode')}
          submit={t('confirm.confirmCode')}
          busy={isPending && byCode && t('confirm.confirming')}
          refusal={error && byCode ? (wrongCode ?? getErrorMessage(error)) : undefined}
          onSend={(code) => mutateAsync({ ticket, code })}
        />
      }
    >
      {error && !byCode && <Banner tone="danger">{getErrorMessage(error)}</Banner>}
      <p>{t('confirm.phoneLead')}</p>
      <p>{t('confirm.phoneCode')}</p>
      <p className="text-sm text-muted-foreground">{t('confirm.phoneOther')}</p>
    </OutcomePage>
  )
}
