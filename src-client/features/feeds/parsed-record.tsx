import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#client/components/ui/badge.tsx'
import type { ParsedDocument } from './feed-types.ts'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}

function Parties({ parties }: Pick<ParsedDocument, 'parties'>) {
  const { t } = useTranslation()
  if (parties.length === 0) return null
  return (
    <Fact name={t('feeds.record.parties')}>
      <ul>
        {parties.map(({ role, raw, as }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a record may name a person twice
          <li key={index}>
            <span className="font-mono text-sm">{raw}</span>{' '}
            <span className="text-sm text-muted-foreground">
              {[role, t(`feeds.record.as.${as}`)].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Fact>
  )
}

function Parcels({ parcels }: Pick<ParsedDocument, 'parcels'>) {
  const { t } = useTranslation()
  if (parcels.length === 0) return null
  return (
    <Fact name={t('feeds.record.parcels')}>
      <ul>
        {parcels.map(({ id, situsAddress }, index) => (
          // A record may name a parcel twice.
          <li key={`${index} ${id}`}>
            {id}
            {situsAddress && <span className="text-sm text-muted-foreground"> {situsAddress}</span>}
          </li>
        ))}
      </ul>
    </Fact>
  )
}

/** A record as parsed, or why it would be rejected. */
export function ParsedRecord({ record }: { record: ParsedDocument }) {
  const { t } = useTranslation()
  const { problems, documentIdentifier, documentType, documentDescription, recorded } = record
  if (problems.length > 0) {
    return (
      <div className="grid justify-items-start gap-2 rounded-md border border-border p-4">
        <Badge tone="danger" icon={CircleX}>
          {t('feeds.record.refused')}
        </Badge>
        <ul>
          {problems.map((problem) => (
            <li key={problem} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="wrap-anywhere">{t('feeds.record.document', { id: documentIdentifier })}</b>
        <Badge tone="success" icon={CircleCheck}>
          {t('feeds.record.taken')}
        </Badge>
      </div>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Fact name={t('feeds.record.recorded')}>{recorded}</Fact>
        {record.warning && <Fact name={t('feeds.record.warning')}>{record.warning}</Fact>}
        {(documentType || documentDescription) && (
          <Fact name={t('feeds.record.type')}>{`${documentType} ${documentDescription}`.trim()}</Fact>
        )}
        {record.documentUrl && <Fact name={t('feeds.record.link')}>{record.documentUrl}</Fact>}
        {record.legalDescription && <Fact name={t('feeds.record.legal')}>{record.legalDescription}</Fact>}
        <Parties parties={record.parties} />
        <Parcels parcels={record.parcels} />
        {record.restricted && <Fact name={t('feeds.record.restricted')}>{t('feeds.record.restrictedHelp')}</Fact>}
        {record.spoilt.length > 0 && (
          <Fact name={t('feeds.record.spoilt')}>
            {record.spoilt.map(({ value, reason }) => `${value}: ${reason}`).join('; ')}
          </Fact>
        )}
      </dl>
    </div>
  )
}
