import { SearchCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import type { AlertWidth } from '#shared/contract/automatic-width.ts'
import type { AutomaticWidth } from './use-automatic-width.ts'

type Look = {
  /** Whether the reader is named, or someone else. */
  whose: 'own' | 'other'
  /** One of several alerts, so only the first sentence, without a box. */
  short?: boolean
}

/** What decided, in the words of docs/matching.md. */
const getWhy = ({ on, by }: AlertWidth) =>
  by === 'census' ? (on ? 'onCensus' : 'offCensus') : on ? 'onRecords' : 'offRecords'

function Reason({ width, whose, short }: Look & { width: AlertWidth }) {
  const { t } = useTranslation()
  const reason = t(`alert.width.${whose}.${width.on ? 'on' : 'off'}`)
  if (short) return reason
  return (
    <>
      <b className="font-semibold">{reason}</b> {t(`alert.width.why.${getWhy(width)}`)} {t('alert.width.change')}
    </>
  )
}

type AutomaticWidthLineProps = Look & { automatic: Pick<AutomaticWidth, 'width' | 'isStopped'> }

/** Says which match options a new alert begins with and why; announced when it appears or changes. */
export function AutomaticWidthLine({ automatic: { width, isStopped }, whose, short = false }: AutomaticWidthLineProps) {
  const { t } = useTranslation()
  return (
    <output className="block leading-[1.45]">
      {width && (
        <span
          className={cn('flex gap-2.5', short ? 'text-sm' : 'rounded-md border border-border bg-muted px-3.5 py-2.5')}
        >
          <SearchCheck className={cn('shrink-0', isStopped ? 'self-center' : 'mt-[0.15em]')} aria-hidden />
          <span className="grid min-w-0 items-center">
            {isStopped && <span className="[grid-area:1/1]">{t('alert.width.chosen')}</span>}
            {/* It keeps its place once the reader chooses, so that the options do not move under the pointer. */}
            <span className={cn('[grid-area:1/1]', isStopped && 'invisible')} aria-hidden={isStopped || undefined}>
              <Reason width={width} whose={whose} short={short} />
            </span>
          </span>
        </span>
      )}
    </output>
  )
}
