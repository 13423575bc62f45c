import type { TFunction } from 'i18next'
import { Check, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '#client/components/list/data-table.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import { losesMany, type RollSample } from '#shared/contract/roll-load.ts'
import { Figures } from './figures.tsx'
import type { PendingRoll, RollVersion } from './roll-types.ts'
import { useDiscardRoll, usePutIntoUse } from './use-roll-actions.ts'

const delimiters: Record<string, 'tab' | 'semicolon' | 'bar'> = { '\t': 'tab', ';': 'semicolon', '|': 'bar' }

/** What we noticed about the file in addition to its lines. */
function FileNotes({ roll }: { roll: PendingRoll }) {
  const { t } = useTranslation()
  const delimiter = delimiters[roll.delimiter]
  const notes = [
    roll.encoding === 'UTF-16' && t('roll.coming.encoding', { encoding: roll.encoding }),
    roll.windowsLines > 0 &&
      t('roll.coming.windows', { count: roll.windowsLines, lines: formatCount(roll.windowsLines) }),
    delimiter && t('roll.coming.delimiter', { what: t(`roll.coming.delimiters.${delimiter}`) }),
  ].filter(Boolean)
  if (notes.length === 0) return null
  return <Banner tone="info">{notes.join(' ')}</Banner>
}

/** The address, and below it what changed. */
const renderAddress = (t: TFunction, { address, change }: RollSample) => (
  <>
    {address || t('roll.coming.noAddress')}
    {change && <span className="block text-sm text-muted-foreground">{t('roll.coming.change', { change })}</span>}
  </>
)

function Samples({ comparison }: { comparison: NonNullable<PendingRoll['comparison']> }) {
  const { t } = useTranslation()
  const headingId = useId()
  const rows = (['gone', 'changed', 'added'] as const).flatMap((kind) =>
    comparison.samples[kind].map((sample) => ({ kind, ...sample })),
  )
  if (rows.length === 0) return null
  return (
    <div>
      <h3 id={headingId} className="mb-2">
        {t('roll.coming.samples')}
      </h3>
      <DataTable
        labelledBy={headingId}
        rows={rows}
        rowKey={({ kind, parcelId }) => `${kind} ${parcelId}`}
        columns={[
          {
            key: 'what',
            head: t('roll.coming.what'),
            cell: ({ kind }) => t(`roll.coming.kinds.${kind}`),
            cardLabel: true,
            className: 'whitespace-nowrap',
          },
          {
            key: 'parcel',
            head: t('roll.coming.parcel'),
            cell: ({ parcelId }) => parcelId,
            cardLabel: true,
            className: 'tabular-nums whitespace-nowrap',
          },
          {
            key: 'address',
            head: t('roll.coming.address'),
            cell: (sample) => renderAddress(t, sample),
            cardLabel: true,
          },
        ]}
      />
    </div>
  )
}

type ReadyCardProps = { roll: PendingRoll; current: RollVersion | null; onChanged: () => Promise<unknown> }

/** A version that was read and waits for a decision: what it would change, and the buttons. */
export function ReadyCard({ roll, current, onChanged }: ReadyCardProps) {
  const { t } = useTranslation()
  const { discard, isDiscarding } = useDiscardRoll(onChanged)
  const { putIntoUse, isSwapping } = usePutIntoUse(onChanged)
  const { comparison } = roll
  const gone = comparison?.gone ?? 0
  const changes = comparison
    ? ([
        [t('roll.coming.added'), comparison.added],
        [t('roll.coming.gone'), comparison.gone],
        [t('roll.coming.changed'), comparison.changed],
        [t('roll.coming.same'), comparison.same],
      ] as const)
    : []
  return (
    <Card
      title={t('roll.coming.ready', { file: roll.fileName })}
      className="max-w-[52rem]"
      footer={
        <>
          <Button
            busy={isSwapping && t('app.loading')}
            onClick={() => void putIntoUse(roll, current && current.parcels)}
          >
            <Check aria-hidden />
            {t('roll.coming.use')}
          </Button>
          <Button variant="dangerQuiet" busy={isDiscarding && t('app.loading')} onClick={() => void discard(roll)}>
            <Trash2 aria-hidden />
            {t('roll.coming.drop')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p>{t(current ? 'roll.coming.readyHelp' : 'roll.coming.firstHelp')}</p>
        {current && losesMany(gone, current.parcels) && (
          <Banner tone="warning">{t('roll.coming.loses', { gone: formatCount(gone) })}</Banner>
        )}
        <FileNotes roll={roll} />
        <Figures
          figures={[[t('roll.parcels'), roll.parcels], ...(current ? changes : []), [t('roll.leftOut'), roll.setAside]]}
        />
        {current && comparison && <Samples comparison={comparison} />}
      </div>
    </Card>
  )
}
