import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { messageOf, statusOf } from '#client/lib/errors.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ConfirmedText, ToAlerts } from './confirmed.tsx'
import { Outcome } from '#client/components/layout/outcome.tsx'

const refused = 400

/** /ConfirmPhone/{ticket}: the link of a text. A press confirms, since phones open links by themselves. */
export function ConfirmPhonePage() {
  const { t } = useTranslation()
  const { ticket = '' } = useParams()
  const confirm = trpc.auth.confirmAlertPhone.useMutation({ meta: { handled: true } })

  if (confirm.data) {
    return (
      <Outcome done title={t('confirm.phoneDone')} foot={<ToAlerts />}>
        <ConfirmedText {...confirm.data.content} />
      </Outcome>
    )
  }
  // What the link itself is refused for does not mend by another press.
  if (confirm.error && statusOf(confirm.error) === refused) {
    return (
      <Outcome done={false} title={t('confirm.phoneFailed')} foot={<ToAlerts />}>
        <p role="alert">{messageOf(confirm.error)}</p>
      </Outcome>
    )
  }
  return (
    <Outcome
      done={undefined}
      title={t('confirm.phoneTitle')}
      foot={
        <Button onClick={() => confirm.mutate({ ticket })} busy={confirm.isPending && t('confirm.confirming')}>
          {t('confirm.confirm')}
        </Button>
      }
    >
      {confirm.error && <Banner tone="danger">{messageOf(confirm.error)}</Banner>}
      <p>{t('confirm.phoneLead')}</p>
      <p>{t('confirm.phoneCode')}</p>
      <p className="text-sm text-muted-foreground">{t('confirm.phoneOther')}</p>
    </Outcome>
  )
}
