import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { TableCard } from '#client/components/list/table-card.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import { alertsOutsideRollPath } from '#client/lib/navigation.ts'
import { Figures } from './figures.tsx'
import type { RollVersion } from './roll-types.ts'
import { useGoBack } from './use-roll-actions.ts'

/** The roll in use. */
export function CurrentCard({ roll }: { roll: RollVersion | null }) {
  const { t } = useTranslation()
  const command = t('roll.command')
  return (
    <Card title={t('roll.current')} className="max-w-[52rem]">
      {roll ? (
        <div className="grid gap-3">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
            <dt className="text-muted-foreground">{t('roll.file')}</dt>
            <dd className="font-semibold wrap-anywhere">{roll.fileName}</dd>
            <dt className="text-muted-foreground">{t('roll.since')}</dt>
            <dd>{t('roll.by', { at: roll.used, who: roll.usedBy || command })}</dd>
          </dl>
          <Figures
            figures={[
              [t('roll.parcels'), roll.parcels],
              [t('roll.leftOut'), roll.setAside],
              [t('roll.outsideMask'), roll.outsideMask],
            ]}
          />
          <p>
            <Link href={alertsOutsideRollPath} className="inline-flex min-h-8 items-center pointer-coarse:min-h-11">
              {t('roll.outside')}
            </Link>
          </p>
        </div>
      ) : (
        <EmptyState title={t('roll.none')} description={t('roll.noneHelp')} />
      )}
    </Card>
  )
}

type FormerCardProps = { rolls: readonly RollVersion[]; inUse: number; onChanged: () => Promise<unknown> }

function BackButton({ roll, inUse, onChanged }: Omit<FormerCardProps, 'rolls'> & { roll: RollVersion }) {
  const { t } = useTranslation()
  const { goBack, isSwapping } = useGoBack(onChanged)
  return (
    <Button
      variant="secondary"
      size="small"
      busy={isSwapping && t('app.loading')}
      aria-describedby={`former-roll-${roll.id}`}
      onClick={() => void goBack(roll, inUse)}
    >
      <Undo2 aria-hidden />
      {t('roll.back')}
    </Button>
  )
}

const renderFile = ({ id, fileName }: RollVersion) => <span id={`former-roll-${id}`}>{fileName}</span>

/** The versions before it, each with the way back. */
export function FormerCard({ rolls, ...rest }: FormerCardProps) {
  const { t } = useTranslation()
  const renderBack = (roll: RollVersion) => <BackButton roll={roll} {...rest} />
  return (
    <TableCard
      title={t('roll.former')}
      className="max-w-[52rem]"
      rows={rolls}
      rowKey={({ id }) => id}
      columns={[
        { key: 'file', head: t('roll.file'), cell: renderFile, cardLabel: true, className: 'wrap-anywhere' },
        {
          key: 'parcels',
          head: t('roll.parcels'),
          cell: ({ parcels }) => formatCount(parcels),
          cardLabel: true,
          className: 'tabular-nums',
        },
        { key: 'until', head: t('roll.until'), cell: ({ ended }) => ended, cardLabel: true, className: 'tabular-nums' },
        { key: 'back', head: t('roll.actions'), cell: renderBack },
      ]}
    />
  )
}
