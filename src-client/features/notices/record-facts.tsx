import { CircleCheck, ExternalLink } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import type { NoticeView } from './notice-view.ts'

/** One label, and each of its values on a line of its own. */
function Fact({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <div className="grid sm:grid-cols-subgrid sm:col-span-2">
      <dt className="text-muted-foreground">{name}</dt>
      {values.map((value, index) => (
        // A record may name the same twice.
        <dd key={`${index} ${value}`} className="font-semibold wrap-anywhere sm:col-start-2">
          {value}
        </dd>
      ))}
    </div>
  )
}

type Row = { label: string; values: string[] }

/** The record's own order, with neighbours of one label under it: 'From', and below it the three who sold. */
function gathered(rows: readonly { label: string; value: string }[]): Row[] {
  const gathered: Row[] = []
  for (const { label, value } of rows) {
    const last = gathered.at(-1)
    if (last?.label === label) last.values.push(value)
    else gathered.push({ label, values: [value] })
  }
  return gathered
}

/** Who is on the record and which parcels, as the email lists them. */
function useWho({ parties, parcels }: NoticeView): Row[] {
  const { t } = useTranslation()
  const rest = (more: number) => (more > 0 ? [{ label: t('notice.more'), value: t('list.more', { count: more }) }] : [])
  return gathered([
    ...parties.first.map(({ role, ownRole, name }) => ({
      label: role ? t(`notice.roles.${role}`) : ownRole,
      value: name,
    })),
    ...rest(parties.more),
    ...parcels.first.map((parcel) => ({ label: t('notice.parcel'), value: parcel })),
    ...rest(parcels.more),
  ])
}

/** The document: what, which, when, and the way to see it. */
export function RecordFacts({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation()
  const who = useWho(notice)
  if (notice.documentIdentifier === '') {
    return (
      <Card title={t('notice.recorded')}>
        <p>{t('notice.gone')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('notice.recorded')}>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1">
        {notice.documentDescription && <Fact name={t('notice.document')} values={[notice.documentDescription]} />}
        <Fact name={t('notice.number')} values={[notice.documentIdentifier]} />
        <Fact name={t('notice.date')} values={[notice.recordedTimestampFormatted]} />
        {who.map(({ label, values }, index) => (
          <Fact key={`${index} ${label}`} name={label} values={values} />
        ))}
      </dl>
      <div className="mt-3">
        {notice.documentUrl ? (
          <Button variant="secondary" asChild>
            <a href={notice.documentUrl}>
              <ExternalLink aria-hidden />
              {t('notice.see')}
            </a>
          </Button>
        ) : (
          <p className="text-sm text-muted-foreground">{t('notice.seeAtOffice', { id: notice.documentIdentifier })}</p>
        )}
      </div>
    </Card>
  )
}

/** Each alert that matched: what it watches, the record's own words, and the rule. */
export function WhyTold({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation()
  return (
    <Card title={t('notice.why')}>
      <ul className="grid gap-5">
        {notice.alerts.map((alert, index) => (
          <li key={alert.id ?? `gone${index}`} className="grid gap-1.5">
            <p className="wrap-anywhere">
              <Trans
                i18nKey={alert.field === 'parcel' ? 'notice.watchesParcel' : 'notice.watches'}
                values={{ alert: alert.name, criteria: alert.criteria }}
                components={{ b: <b /> }}
              />
            </p>
            <p>{t(alert.field === 'parcel' ? 'notice.recordLists' : 'notice.recordSays')}</p>
            <p className="rounded-md bg-muted px-3.5 py-2 font-mono font-medium wrap-anywhere">{alert.recordRaw}</p>
            <p className="flex gap-2 font-semibold text-success">
              <CircleCheck className="mt-[0.15em]" aria-hidden />
              {alert.sentence}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
