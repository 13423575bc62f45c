import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { homePath } from '#client/lib/navigation.ts'

type ConfirmedProps = { target: string; alerts: readonly string[] }

/** Who is notified from now on, and about what. */
export function ConfirmedText({ target, alerts }: ConfirmedProps) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        <Trans i18nKey="confirm.done" values={{ target }} components={{ b: <b /> }} />
      </p>
      {alerts.length > 0 && (
        <>
          <p>{t('confirm.alerts', { count: alerts.length })}</p>
          <ul className="list-disc ps-6">
            {alerts.map((name) => (
              <li key={name} className="font-semibold">
                <UnbrokenIds>{name}</UnbrokenIds>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="text-sm text-muted-foreground">{t('confirm.close')}</p>
    </>
  )
}

/** Links to the reader's own alerts; a helper without an account does not need it. */
export function AlertsLink() {
  const { t } = useTranslation()
  return (
    <Button variant="secondary" asChild>
      <Link href={homePath}>{t('confirm.toAlerts')}</Link>
    </Button>
  )
}
