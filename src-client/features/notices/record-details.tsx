import { CircleCheck, ExternalLink } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { reasonKeys } from '#client/components/record/reason-keys.ts'
import { DetailList, DetailRow, PartiesAndProperties } from '#client/components/record/detail-list.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { Disclosure } from '#client/components/ui/disclosure.tsx'
import { PhoneLink } from '#client/components/ui/phone-link.tsx'
import { BoldIds, UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { matchingHelpPath } from '#client/lib/navigation.ts'
import type { NoticeView } from './notice-view.ts'

/** Why there is no more of a restricted record, and whom to ask. */
function RestrictedNote({ id }: { id: string }) {
  const { t } = useTranslation()
  const phone = useStartContent()?.contactPhone ?? ''
  return (
    <p>
      {t('record.restricted')}{' '}
      <Trans
        i18nKey={phone ? 'notice.restrictedCallPhone' : 'notice.restrictedCall'}
        values={{ id, phone }}
        components={{
          phone: (
            <PhoneLink phone={phone} className="inline-flex min-h-10 items-center font-semibold whitespace-normal" />
          ),
        }}
      />
    </p>
  )
}

/** The document: what, which, when, and the way to see it. */
export function RecordDetails({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation()
  if (notice.documentIdentifier === '') {
    return (
      <Card title={t('notice.recorded')}>
        <p>{t('notice.gone')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('notice.recorded')}>
      <DetailList>
        {notice.documentDescription && <DetailRow name={t('notice.document')} values={[notice.documentDescription]} />}
        <DetailRow name={t('notice.number')} values={[notice.documentIdentifier]} />
        <DetailRow name={t('notice.date')} values={[notice.recordedTimestampFormatted]} />
        <PartiesAndProperties record={notice} />
      </DetailList>
      <div className="mt-3">
        {notice.restricted ? (
          <RestrictedNote id={notice.documentIdentifier} />
        ) : notice.documentUrl ? (
          <Button variant="secondary" asChild>
            <a href={notice.documentUrl}>
              <ExternalLink aria-hidden />
              {t('notice.see')}
            </a>
          </Button>
        ) : (
          <p className="text-sm text-muted-foreground">
            <UnbrokenIds>{t('notice.seeAtOffice', { id: notice.documentIdentifier })}</UnbrokenIds>
          </p>
        )}
      </div>
    </Card>
  )
}

function Reason({ alert }: { alert: NoticeView['alerts'][number] }) {
  const { t } = useTranslation()
  return (
    <li className="grid gap-1.5">
      <p className="wrap-anywhere">
        <Trans
          i18nKey={reasonKeys[alert.field].watches}
          values={{ alert: alert.name, criteria: alert.criteria }}
          components={{ b: <BoldIds /> }}
        />
      </p>
      {alert.recordRaw && (
        <>
          <p>{t(reasonKeys[alert.field].record)}</p>
          <p className="rounded-md bg-muted px-3.5 py-2 font-mono font-medium wrap-anywhere">
            <MarkedText text={alert.recordRaw} marks={alert.marks} />
          </p>
        </>
      )}
      {alert.under && (
        <p>
          <Trans
            i18nKey="notice.under"
            values={{ role: alert.under.role ? t(`notice.roles.${alert.under.role}`) : alert.under.ownRole }}
            components={{ b: <b /> }}
          />
        </p>
      )}
      {alert.sentence && (
        <p className="flex gap-2 font-semibold text-success">
          <CircleCheck className="mt-[0.15em]" aria-hidden />
          {alert.sentence}
        </p>
      )}
    </li>
  )
}

function Reasons({ alerts }: { alerts: NoticeView['alerts'] }) {
  return (
    <ul className="grid gap-5">
      {alerts.map((alert, index) => (
        <Reason key={alert.id ?? `gone${index}`} alert={alert} />
      ))}
    </ul>
  )
}

/** More alerts than these are behind a press. */
const reasonsInSight = 2

/** Each alert that matched: what it watches, the record's own words, and the rule. */
export function MatchReasons({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation()
  const more = notice.alerts.slice(reasonsInSight)
  // Its alerts may wait for staff, since the record was restricted.
  if (notice.alerts.length === 0) return null
  return (
    <Card title={t('notice.why')}>
      <div className="grid gap-3">
        <Reasons alerts={notice.alerts.slice(0, reasonsInSight)} />
        {more.length > 0 && (
          <Disclosure summary={t('notice.moreReasons', { count: more.length })}>
            <Reasons alerts={more} />
          </Disclosure>
        )}
        <p>
          <Link href={matchingHelpPath} className="inline-flex min-h-11 items-center print:hidden">
            {t('matching.open')}
          </Link>
        </p>
      </div>
    </Card>
  )
}
