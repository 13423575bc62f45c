import { CircleAlert, CircleCheck, CircleHelp, Clock, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format/count.ts'
import { formatDuration } from '#client/lib/format/duration.ts'
import { isUnsentLate } from '#shared/domain/monitoring/health.ts'
import type { Figures } from './use-monitoring.ts'

const looks = {
  neutral: { edge: 'border-t-neutral-edge', words: 'text-muted-foreground', icon: undefined },
  success: { edge: 'border-t-success-edge', words: 'text-success', icon: CircleCheck },
  warning: { edge: 'border-t-warning-edge', words: 'text-warning', icon: CircleHelp },
  held: { edge: 'border-t-warning-edge', words: 'text-warning', icon: Clock },
  danger: { edge: 'border-t-danger-edge', words: 'text-danger', icon: CircleAlert },
} as const satisfies Record<string, { edge: string; words: string; icon: LucideIcon | undefined }>

type TileProps = { label: string; value: number; words: string; look: keyof typeof looks }

function Tile({ label, value, words, look }: TileProps) {
  const { edge, words: tone, icon: Icon } = looks[look]
  return (
    <li className={cn('rounded-md border border-t-4 border-border bg-card px-4 py-3', edge)}>
      <p className="text-sm font-semibold text-muted-foreground">{label}</p>
      <p className="font-display text-[2.25rem] leading-[1.15] font-semibold tabular-nums">{formatCount(value)}</p>
      <p className={cn('flex items-center gap-1.5 text-sm', tone)}>
        {Icon && <Icon aria-hidden />}
        {words}
      </p>
    </li>
  )
}

/** The most important figures, as they are now. */
export function FigureTiles({ figures }: { figures: Figures }) {
  const { t } = useTranslation()
  const { waiting, inDoubt, failed, held, oldestUnsentSeconds } = figures
  const tiles: TileProps[] = [
    { label: t('monitoring.tiles.events'), value: figures.eventsIn, words: t('monitoring.tiles.day'), look: 'neutral' },
    { label: t('monitoring.tiles.matches'), value: figures.matches, words: t('monitoring.tiles.day'), look: 'neutral' },
    {
      label: t('monitoring.tiles.noticesOut'),
      value: figures.noticesOut,
      words: t('monitoring.tiles.day'),
      look: 'success',
    },
    {
      label: t('monitoring.tiles.waiting'),
      value: waiting,
      words:
        waiting > 0
          ? t('monitoring.tiles.oldest', { time: formatDuration(oldestUnsentSeconds) })
          : t('monitoring.tiles.none'),
      look: isUnsentLate(oldestUnsentSeconds) ? 'danger' : oldestUnsentSeconds > 60 ? 'warning' : 'success',
    },
    {
      label: t('monitoring.tiles.inDoubt'),
      value: inDoubt,
      words: t(inDoubt > 0 ? 'monitoring.tiles.asking' : 'monitoring.tiles.noDoubt'),
      look: inDoubt > 0 ? 'warning' : 'success',
    },
    {
      label: t('monitoring.tiles.held'),
      value: held,
      words: t(held > 0 ? 'monitoring.tiles.release' : 'monitoring.tiles.noneHeld'),
      look: held > 0 ? 'held' : 'success',
    },
    {
      label: t('monitoring.tiles.failed'),
      value: failed,
      words: t(failed > 0 ? 'monitoring.tiles.person' : 'monitoring.tiles.noneFailed'),
      look: failed > 0 ? 'danger' : 'success',
    },
  ]
  return (
    <ul
      aria-label={t('monitoring.tiles.label')}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.75rem),1fr))] gap-3"
    >
      {tiles.map((tile) => (
        <Tile key={tile.label} {...tile} />
      ))}
    </ul>
  )
}
