import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Badge } from '#client/components/ui/badge.tsx'
import { alertListHref, panelPath } from '#client/lib/navigation.ts'
import type { SharedRow } from './shared-rows.ts'

type Shown = Pick<SharedRow<{ id: number }>, 'id' | 'owner' | 'owners' | 'isFirst' | 'more'>

/** The owner of a record, with a link to that user. */
export function OwnerCell({ row: { owner, more } }: { row: Shown }) {
  const { t } = useTranslation()
  return (
    <>
      {owner ? (
        <Link
          href={`${panelPath}/users/${owner.id}`}
          className="inline-flex min-h-8 items-center pointer-coarse:min-h-11"
        >
          {owner.username}
        </Link>
      ) : (
        t('alertAdmin.alerts.migrated')
      )}
      {more > 0 && (
        <span className="block text-sm text-muted-foreground">{t('alertAdmin.shared.more', { count: more })}</span>
      )}
    </>
  )
}

type SharedBadgeProps = { row: Shown; part: 'email' | 'phone'; value: string }

/** At the first record of a shared address or number: how many owners it has, and the alerts of all of them. */
export function SharedBadge({ row: { id, owners, isFirst }, part, value }: SharedBadgeProps) {
  const { t } = useTranslation()
  if (owners < 2 || !isFirst) return null
  return (
    <>
      <Badge icon={Users}>{t('alertAdmin.shared.owners', { count: owners })}</Badge>
      <Link
        href={alertListHref(part, id)}
        className="inline-flex min-h-8 items-center text-sm pointer-coarse:min-h-11"
        aria-label={t('alertAdmin.shared.allAlertsOf', { value })}
      >
        {t('alertAdmin.shared.allAlerts')}
      </Link>
    </>
  )
}
