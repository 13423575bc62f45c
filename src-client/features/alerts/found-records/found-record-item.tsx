import { Flag, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { DetailList, DetailRow } from '#client/components/record/detail-list.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { possibleHref } from '#client/lib/navigation.ts'
import type { FoundRecord, KnownRecord } from '#shared/contract/found-record.ts'

type FoundRecordItemProps = {
  record: FoundRecord
  busy: boolean
  /** Reports it; false takes the report back. */
  onReport: (on: boolean) => void
}

/** A record that the search found: what it says and what we know of it. A button reports it, or takes the report back. */
export function FoundRecordItem({ record, busy, onReport }: FoundRecordItemProps) {
  const { t } = useTranslation()
  const { documentIdentifier, documentDescription, recordedTimestampFormatted, parties, moreParties, known } = record
  return (
    <li className="grid gap-2 rounded-lg border border-border bg-card p-4">
      <h3 className="wrap-anywhere">
        <UnbrokenIds>{[documentDescription, documentIdentifier].filter(Boolean).join(' ')}</UnbrokenIds>
      </h3>
      <p className="text-sm text-muted-foreground">{t('foundRecord.recorded', { at: recordedTimestampFormatted })}</p>
      <DetailList>
        {parties.map(({ role, ownRole, name }, index) => (
          <DetailRow key={`${index} ${name}`} name={role ? t(`notice.roles.${role}`) : ownRole} values={[name]} />
        ))}
        {moreParties > 0 && <DetailRow name={t('notice.more')} values={[t('list.more', { count: moreParties })]} />}
      </DetailList>
      {known && <KnownLine known={known} />}
      {(known === null || known.kind === 'skipped') && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start max-sm:w-full"
          aria-label={t('foundRecord.reportOf', { document: documentIdentifier })}
          busy={busy && t('foundRecord.reporting')}
          onClick={() => onReport(true)}
        >
          <Flag aria-hidden />
          {t('foundRecord.report')}
        </Button>
      )}
      {known?.kind === 'reported' && known.canTakeBack && (
        <Button
          variant="quiet"
          size="small"
          className="-ms-3 justify-self-start"
          aria-label={t('foundRecord.takeBackOf', { document: documentIdentifier })}
          busy={busy && t('foundRecord.takingBack')}
          onClick={() => onReport(false)}
        >
          <Undo2 aria-hidden />
          {t('foundRecord.takeBack')}
        </Button>
      )}
    </li>
  )
}

/** What became of the record already, with the way to its notice or its list. */
function KnownLine({ known }: { known: KnownRecord }) {
  const { t } = useTranslation()
  if (known.kind === 'skipped') return <p>{t('foundRecord.known.skipped', { reason: known.reason })}</p>
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {t(`foundRecord.known.${known.kind}`)}
      {known.kind === 'notified' && (
        <Link href={known.noticePath} className="font-semibold">
          {t('foundRecord.openNotice')}
        </Link>
      )}
      {known.kind === 'listedAsPossible' && (
        <Link href={possibleHref} className="font-semibold">
          {t('foundRecord.openList')}
        </Link>
      )}
    </p>
  )
}
