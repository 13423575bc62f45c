import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GradeBadge } from '#client/components/record/grade-badge.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { cn } from '#client/lib/cn.ts'
import type { AlertPreview, GradeCounts, PreviewRecord } from '#shared/contract/alert-view.ts'
import type { AlertType } from '#shared/contract/alert.ts'
import { describeGrades } from './describe-counts.ts'
import { isWide } from './is-wide.ts'
import { getReaderTexts, type Reader } from './reader-texts.ts'

/** The state of the preview: no criteria yet, a result, or the reason there is none. */
export type PreviewState =
  | { kind: 'incomplete' }
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'found'; preview: AlertPreview; stale: boolean }

function Found({ record }: { record: PreviewRecord }) {
  const { t } = useTranslation()
  return (
    <li className="grid gap-0.5 rounded-md bg-popover px-3.5 py-3 text-foreground">
      <p className="text-sm text-muted-foreground tabular-nums">
        {record.recordedTimestampFormatted} · <UnbrokenIds>{record.documentIdentifier}</UnbrokenIds>
      </p>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <b>{record.documentDescription}</b>
        <GradeBadge grade={record.grade} />
      </p>
      {record.recordRaw ? (
        <>
          <p className="font-mono text-sm leading-[1.45] font-medium wrap-anywhere">
            <MarkedText text={record.recordRaw} marks={record.marks} />
          </p>
          <p className="text-sm font-semibold">{record.sentence}</p>
        </>
      ) : (
        <p className="text-sm">{t('record.restricted')}</p>
      )}
    </li>
  )
}

type AnswerProps = Reader & {
  preview: AlertPreview
  type: AlertType
  /** Whether the parcel was found by its address, so that there is no number to check. */
  byAddress?: boolean | undefined
}

/** The latest records and how many more there are, or what to check when there are none. */
function Records({ preview, type, byStaff, byAddress = false }: AnswerProps) {
  const { t } = useTranslation()
  const texts = getReaderTexts({ byStaff })
  if (preview.records.length === 0)
    return (
      <p className="text-sm leading-[1.45]">
        {t(byAddress ? `${texts}.previewNoneThere` : `${texts}.previewNone.${type}`)}
      </p>
    )
  return (
    <>
      <ol className="mb-3 grid gap-2.5">
        {preview.records.map((record) => (
          <Found key={`${record.documentIdentifier}${record.recordRaw}`} record={record} />
        ))}
      </ol>
      {preview.count > preview.records.length && (
        <p className="mb-1 text-sm">
          {t(preview.grades.POSSIBLE > 0 ? 'alert.previewSurest' : 'alert.previewFirst', {
            count: preview.records.length,
          })}
        </p>
      )}
      <p className="text-sm leading-[1.45]">{t(`${texts}.previewPast`)}</p>
    </>
  )
}

function FoldedRecords(props: AnswerProps) {
  const { t } = useTranslation()
  const [open] = useState(isWide)
  return (
    <details open={open} className="group">
      <summary className="flex min-h-11 items-center font-semibold text-link underline lg:group-open:hidden">
        <span className="group-open:hidden">{t('alert.previewShow')}</span>
        <span className="hidden group-open:inline">{t('alert.previewHide')}</span>
      </summary>
      <Records {...props} />
    </details>
  )
}

/** More than 20 matches a year, and how to narrow them. */
function TooMany({ type, byStaff }: Reader & { type: AlertType }) {
  const { t } = useTranslation()
  return (
    <div className="flex gap-2 rounded-md border border-warning-edge bg-warning-tint px-3.5 py-3 text-warning">
      <TriangleAlert className="mt-[0.1em]" aria-hidden />
      <p className="min-w-0">
        <b>{t('alert.previewMany')}</b> {t(`${getReaderTexts({ byStaff })}.previewNarrow.${type}`)}
      </p>
    </div>
  )
}

function Answer(props: AnswerProps) {
  const { preview, type, byStaff } = props
  return (
    <>
      {preview.tooMany && <TooMany type={type} byStaff={byStaff} />}
      {preview.records.length > 0 ? <FoldedRecords {...props} /> : <Records {...props} />}
    </>
  )
}

/** The preview failed; the alert can be saved without it. */
function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="grid justify-items-start gap-2">
      <output>{t('alert.previewFailed')}</output>
      <Button variant="secondary" size="small" onClick={retry}>
        <RefreshCw aria-hidden />
        {t('list.tryAgain')}
      </Button>
    </div>
  )
}

/** Which records come in the weekly email, and which of the others are not certain. */
function Grades({ counts }: { counts: GradeCounts }) {
  const { t } = useTranslation()
  if (counts.LIKELY + counts.POSSIBLE === 0) return null
  const rightAway = counts.LIKELY > 0 && describeGrades(counts, t, ['CERTAIN', 'LIKELY'])
  const weekly = describeGrades(counts, t, ['POSSIBLE'])
  return (
    <span className="block text-sm leading-[1.3]">
      {rightAway && <span className="block">{t('alert.previewRightAway', { counts: rightAway })}</span>}
      {weekly && <span className="block">{t('alert.previewWeekly', { counts: weekly })}</span>}
    </span>
  )
}

type CountProps = {
  preview: AlertPreview | undefined
  className: string
  /** Up to 20 matches a year. */
  inLine?: boolean
}

/** The number of records, and how many of which grade, announced when it arrives or changes. */
function Count({ preview, className, inLine = false }: CountProps) {
  const { t } = useTranslation()
  return (
    <output className={cn('block leading-[1.3]', !inLine && 'text-lg')}>
      {preview && (
        <>
          <b className={className}>
            {t(preview.capped ? 'alert.previewAtLeast' : 'alert.previewCount', {
              count: preview.count,
            })}
          </b>{' '}
          {t('alert.previewPeriod')}
          <Grades counts={preview.grades} />
        </>
      )}
    </output>
  )
}

const isTooMany = (state: PreviewState) => state.kind === 'loading' || (state.kind === 'found' && state.stale)

type AlertPreviewProps = Reader & Pick<AnswerProps, 'type' | 'byAddress'> & { state: PreviewState }

/** What the alert would have found in the records of the last 12 months, updated while the reader types. */
export function AlertPreviewPanel({ state, type, byStaff, byAddress }: AlertPreviewProps) {
  const { t } = useTranslation()
  const heading = useId()
  const found = state.kind === 'found' ? state.preview : undefined
  return (
    <aside
      aria-labelledby={heading}
      aria-busy={isTooMany(state)}
      className="grid content-start gap-3 self-start rounded-lg bg-accent px-4.5 py-4 text-accent-foreground lg:sticky lg:top-0 lg:col-start-2 lg:row-span-5 lg:row-start-1"
    >
      <div className="grid gap-0.5">
        <p id={heading} className="text-sm">
          {t('alert.preview')}
        </p>
        <Count preview={found} className="block font-display text-2xl font-semibold" />
      </div>
      {state.kind === 'incomplete' && <p>{t(`alert.previewWaits.${type}`)}</p>}
      {state.kind === 'loading' && <Skeleton label={t('alert.previewLoading')} lines={4} />}
      {state.kind === 'failed' && <Failed retry={state.retry} />}
      {found && <Answer preview={found} type={type} byStaff={byStaff} byAddress={byAddress} />}
    </aside>
  )
}

/** The same in one sentence, below the fields of one of several alerts; empty without criteria. */
export function AlertPreviewLine({ state, type, byStaff }: AlertPreviewProps) {
  const { t } = useTranslation()
  const found = state.kind === 'found' ? state.preview : undefined
  return (
    <div
      aria-busy={isTooMany(state)}
      className={cn(
        state.kind !== 'incomplete' && 'grid gap-2 rounded-md bg-accent px-3.5 py-2 text-accent-foreground',
      )}
    >
      <Count preview={found} className="font-semibold" inLine />
      {state.kind === 'loading' && <Skeleton label={t('alert.previewLoading')} lines={1} />}
      {state.kind === 'failed' && <Failed retry={state.retry} />}
      {found?.tooMany && <TooMany type={type} byStaff={byStaff} />}
    </div>
  )
}

/** The records behind that sentence. */
export function AlertPreviewRecords({ state, type, byStaff }: AlertPreviewProps) {
  const { t } = useTranslation()
  const heading = useId()
  if (state.kind !== 'found') return null
  return (
    <section aria-labelledby={heading} className="grid gap-1.5 rounded-md bg-accent px-3.5 py-3 text-accent-foreground">
      <p id={heading} className="font-semibold">
        {t('alert.preview')}
      </p>
      <Records preview={state.preview} type={type} byStaff={byStaff} />
    </section>
  )
}
