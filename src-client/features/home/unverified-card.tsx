import { BellRing, Pencil, Send } from 'lucide-react'
import { useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { BoldIds, UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { CodeEntry } from '#client/features/alerts/public.ts'
import { alertHref } from '#client/lib/navigation.ts'
import type { WaitingRow } from '#server/features/alerts/alert-reach.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'

/** The alerts that notify no one until this recipient confirms, by name if there are several. */
function PendingAlerts({ waiting: { alerts, pending } }: { waiting: WaitingRow }) {
  const { t } = useTranslation()
  if (pending < 2) return null
  // Pending alerts come first.
  const named = alerts.slice(0, pending)
  return (
    <ul className="list-disc ps-6">
      {named.map(({ id, name }) => (
        <li key={id} className="wrap-anywhere">
          <UnbrokenIds>{name}</UnbrokenIds>
        </li>
      ))}
      {pending > named.length && <li>{t('list.more', { count: pending - named.length })}</li>}
    </ul>
  )
}

/** An email is verified by its link, a phone by the code, which is typed here. */
const steps = {
  EMAIL: {
    waiting: 'home.waitingEmail',
    notYet: 'home.notYetEmail',
    resend: 'home.resendLink',
    change: 'home.changeAddress',
    takesCode: false,
  },
  PHONE: {
    waiting: 'home.waitingPhone',
    notYet: 'home.notYetPhone',
    resend: 'home.resendCode',
    change: 'home.changeNumber',
    takesCode: true,
  },
} as const

type UnverifiedRecipientProps = { waiting: WaitingRow; resending: boolean; onResend: () => void }

function UnverifiedRecipient({ waiting, resending, onResend }: UnverifiedRecipientProps) {
  const { t } = useTranslation()
  const { takesCode, ...step } = steps[waiting.channel]
  const [alert] = waiting.alerts
  const values = { alert: alert?.name ?? '', target: waiting.target }
  const components = { b: <BoldIds /> }
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        {waiting.pending > 0 ? (
          <Trans i18nKey={step.waiting} count={waiting.pending} values={values} components={components} />
        ) : (
          <Trans i18nKey={step.notYet} values={values} components={components} />
        )}
      </p>
      <PendingAlerts waiting={waiting} />
      {takesCode && <CodeEntry of={waiting.target} />}
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
        <Button
          variant={takesCode ? 'secondary' : 'primary'}
          onClick={onResend}
          busy={resending && t('home.resending')}
        >
          <Send aria-hidden />
          {t(step.resend)}
        </Button>
        <Button variant={takesCode ? 'quiet' : 'secondary'} asChild>
          <Link href={alertHref(alert?.id ?? 0)}>
            <Pencil aria-hidden />
            {t(step.change)}
          </Link>
        </Button>
      </div>
    </div>
  )
}

type UnverifiedCardProps = {
  waiting: readonly WaitingRow[]
  /** The number of alerts that notify no one until a recipient confirms. */
  pending: number
  /** The recipient whose message is being resent; NaN if none. */
  resendingId: number
  onResend: (channel: Channel, recipientId: number) => void
}

/** Recipients of all alerts who have not confirmed, in a card with a brass edge. */
export function UnverifiedCard({ waiting, pending, resendingId, onResend }: UnverifiedCardProps) {
  const { t } = useTranslation()
  const heading = useId()
  if (waiting.length === 0) return null
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-lg border border-s-8 border-border border-s-brass bg-card p-card shadow-card print:hidden"
    >
      <BellRing className="size-8 text-warning" aria-hidden />
      <h2 id={heading}>
        {pending > 0 ? t('home.waiting', { count: pending }) : t('home.stepsLeft', { count: waiting.length })}
      </h2>
      <div className="grid gap-5 max-sm:col-span-full sm:col-start-2">
        {waiting.map((item) => (
          <UnverifiedRecipient
            key={`${item.channel} ${item.recipientId}`}
            waiting={item}
            resending={resendingId === item.recipientId}
            onResend={() => onResend(item.channel, item.recipientId)}
          />
        ))}
      </div>
    </section>
  )
}
