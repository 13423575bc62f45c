import { Check, CircleCheck, Clock, ExternalLink, Flag, Mail, Phone, Search, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { DetailList, DetailRow, PartiesAndProperties } from '#client/components/record/detail-list.tsx'
import { GradeBadge } from '#client/components/record/grade-badge.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { ReadingCause } from '#client/components/record/reading-cause.tsx'
import { Badge } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Disclosure } from '#client/components/ui/disclosure.tsx'
import { PhoneLink } from '#client/components/ui/phone-link.tsx'
import { BoldIds, UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { panelPath } from '#client/lib/navigation.ts'
import type { SuspiciousReport } from '#server/features/support/suspicious-reports.ts'
import { noticeAnswerLabels } from '#shared/domain/notice/answers.ts'
import { reasonKeys } from '#shared/domain/notice/reason-keys.ts'
import { reporterName } from './use-resolve-report.ts'

/** The list of reports; each has its page below it. */
export const reportsPath = `${panelPath}/looksWrong`

type ItemProps = {
  answer: SuspiciousReport
  /** The heading level that the surrounding page needs. */
  heading: 'h2' | 'h3'
  busy: boolean
  onResolve: (dealtWith: boolean) => void
}

/** One report: who made it and how to reach them, the document, the matches, and the button that resolves it. */
export function SuspiciousRecordItem({ answer, heading: Heading, busy, onResolve }: ItemProps) {
  const { t } = useTranslation()
  const { later } = answer
  return (
    <div className={itemClasses}>
      <ItemHead answer={answer} heading={Heading} />
      {later && (
        <p className="font-semibold">
          {t('looksWrong.later', { answer: noticeAnswerLabels[later.answer], at: later.answeredFormatted })}
        </p>
      )}
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[5fr_5fr_4fr]">
        <Part title={t('looksWrong.reach')}>
          <ContactDetails answer={answer} />
        </Part>
        <Part title={t('looksWrong.record')}>
          <Document record={answer.record} />
        </Part>
        {answer.found && (
          <Part title={t('looksWrong.foundTitle')}>
            <Found found={answer.found} />
          </Part>
        )}
        {answer.alerts.length > 0 && (
          <Part title={t('looksWrong.why')}>
            <Why alerts={answer.alerts} />
          </Part>
        )}
      </div>
      <EarlierAnswers answers={answer.earlier} />
      <Footer answer={answer} busy={busy} onResolve={onResolve} />
    </div>
  )
}

/** A report that no one has opened: its page says who made it and how to reach them. */
export function UnopenedItem({ answer, heading }: Pick<ItemProps, 'answer' | 'heading'>) {
  const { t } = useTranslation()
  const document = answer.record?.documentId ?? t('looksWrong.gone')
  return (
    <div className={itemClasses}>
      <ItemHead answer={answer} heading={heading} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone="warning" icon={Flag}>
          {t('looksWrong.new')}
        </Badge>
        <p className="wrap-anywhere">
          <UnbrokenIds>
            {[answer.record?.description, t('looksWrong.about', { document })].filter(Boolean).join(' · ')}
          </UnbrokenIds>
        </p>
      </div>
      <Button asChild size="small" className="justify-self-start max-sm:w-full">
        <Link
          href={`${reportsPath}/${answer.noticeId}`}
          aria-label={t('looksWrong.openOf', { name: reporterName(answer), document })}
        >
          {t('looksWrong.openIt')}
        </Link>
      </Button>
    </div>
  )
}

const itemClasses = 'grid grid-cols-[minmax(0,1fr)] gap-4'

function ItemHead({ answer, heading: Heading }: Pick<ItemProps, 'answer' | 'heading'>) {
  const { t } = useTranslation()
  const { owner } = answer
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <Heading className="min-w-0 text-lg wrap-anywhere">
        {owner ? (
          <>
            <Link href={`${panelPath}/users/${owner.id}`}>{owner.name}</Link>{' '}
            {owner.name !== owner.username && (
              <span className="text-base font-normal text-muted-foreground">{owner.username}</span>
            )}
          </>
        ) : (
          t('alertAdmin.alerts.migrated')
        )}
      </Heading>
      {answer.found && (
        <Badge tone="info" icon={Search} className="me-auto">
          {t('looksWrong.foundTag')}
        </Badge>
      )}
      <p className="text-sm text-muted-foreground tabular-nums">
        {t('looksWrong.answered', { at: answer.answeredFormatted })}
      </p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <p className="text-sm font-bold text-muted-foreground">{title}</p>
      {children}
    </div>
  )
}

const same = (item: string, other: string) => item.toLowerCase() === other.toLowerCase()

const contact = 'inline-flex min-h-8 items-center gap-2 font-semibold pointer-coarse:min-h-11'

function ContactDetails({ answer }: { answer: SuspiciousReport }) {
  const { t } = useTranslation()
  const { owner, phones, channel, target } = answer
  // An emailed notice may have gone to a mailbox other than the account's.
  const email = owner?.email || { EMAIL: target, PHONE: '' }[channel]
  const known = [email, ...phones.map(({ shown }) => shown)].some((item) => same(item, target))
  return (
    <>
      {phones.map(({ number, shown, verified }) => (
        <p key={number} className="flex flex-wrap items-center gap-x-2.5">
          <PhoneLink phone={number} className={contact}>
            <Phone className="size-[1.1em] flex-none" aria-hidden />
            {shown}
          </PhoneLink>
          <Badge tone={verified ? 'success' : 'neutral'} icon={verified ? CircleCheck : Clock}>
            {t(verified ? 'looksWrong.verified' : 'looksWrong.unverified')}
          </Badge>
        </p>
      ))}
      {phones.length === 0 && <p>{t('looksWrong.noPhone')}</p>}
      {email && (
        <p>
          <a href={`mailto:${email}`} className={`${contact} wrap-anywhere`}>
            <Mail className="size-[1.1em] flex-none" aria-hidden />
            {email}
          </a>
        </p>
      )}
      {!known && (
        <p className="text-sm wrap-anywhere text-muted-foreground">{t(`looksWrong.sentTo.${channel}`, { target })}</p>
      )}
      {!owner && <p className="text-sm text-muted-foreground">{t('looksWrong.noOwnerHelp')}</p>}
    </>
  )
}

function Document({ record }: Pick<SuspiciousReport, 'record'>) {
  const { t } = useTranslation()
  if (!record) return <p>{t('looksWrong.gone')}</p>
  const { description, documentId, recordedFormatted, documentUrl, restricted } = record
  return (
    <>
      <DetailList>
        {description && <DetailRow name={t('looksWrong.type')} values={[description]} />}
        <DetailRow name={t('notice.number')} values={[documentId]} />
        <DetailRow name={t('notice.date')} values={[recordedFormatted]} />
        <PartiesAndProperties record={record} />
      </DetailList>
      {restricted && <p>{t('record.restricted')}</p>}
      {documentUrl && (
        <p>
          <a href={documentUrl} target="_blank" rel="noreferrer" className={contact}>
            {t('looksWrong.see')}
            <ExternalLink className="size-[1.1em] flex-none" aria-hidden />
            <span className="sr-only"> {t('looksWrong.newTab')}</span>
          </a>
        </p>
      )}
    </>
  )
}

function Why({ alerts }: Pick<SuspiciousReport, 'alerts'>) {
  const { t } = useTranslation()
  return (
    <ul className="grid gap-3">
      {alerts.map(({ name, criteria, field, recordRaw, marks, sentence, grade, reading }, index) => (
        // Two alerts of one owner may have the same name and criteria.
        <li key={index} className="grid gap-1 wrap-anywhere">
          <p>
            <Trans
              i18nKey={same(name, criteria) ? 'looksWrong.alert' : `looksWrong.looksFor.${field}`}
              values={{ alert: name, criteria }}
              components={{ b: <BoldIds /> }}
            />{' '}
            {recordRaw && t(reasonKeys[field].record)}
          </p>
          {recordRaw && (
            <p className="rounded-md bg-muted px-3 py-1.5 font-mono font-medium">
              <MarkedText text={recordRaw} marks={marks} />
            </p>
          )}
          {sentence && <p>{sentence}</p>}
          {reading && <ReadingCause reading={reading} />}
          <p>
            <GradeBadge grade={grade} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Why we had not notified the resident of a record that they found, and the alert that should have found it. */
function Found({ found }: { found: NonNullable<SuspiciousReport['found']> }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="font-semibold">{t(`looksWrong.foundReasons.${found.reason}`)}</p>
      <p className="wrap-anywhere">
        <Trans
          i18nKey="looksWrong.foundAlert"
          values={{ alert: found.alertName, criteria: found.criteria }}
          components={{ b: <BoldIds /> }}
        />
      </p>
    </>
  )
}

function EarlierAnswers({ answers }: { answers: SuspiciousReport['earlier'] }) {
  const { t } = useTranslation()
  if (answers.length === 0) return null
  return (
    <Disclosure summary={t('looksWrong.earlier', { count: answers.length })}>
      <ul className="grid gap-1.5 wrap-anywhere">
        {answers.map(({ answer, answeredFormatted: at, channel, target }) => (
          <li key={`${channel} ${target} ${at}`}>
            {t(`looksWrong.earlierAnswer.${channel}`, { answer: noticeAnswerLabels[answer], at, target })}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function Footer({ answer, busy, onResolve }: Omit<ItemProps, 'heading'>) {
  const { t } = useTranslation()
  const { dealtWithFormatted: at, dealtWithBy: who } = answer
  const document = answer.record?.documentId ?? t('looksWrong.gone')
  const Icon = at ? Undo2 : Check
  const act = t(at ? 'looksWrong.again' : 'looksWrong.mark')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Button
        variant="secondary"
        size="small"
        className="max-sm:w-full"
        data-ends=""
        aria-label={`${act}: ${reporterName(answer)}, ${document}`}
        busy={busy && t(at ? 'looksWrong.opening' : 'looksWrong.marking')}
        onClick={() => onResolve(!at)}
      >
        <Icon aria-hidden />
        {act}
      </Button>
      {!at && answer.openedFormatted && (
        <p className="text-sm text-muted-foreground tabular-nums">
          {t('looksWrong.opened', { at: answer.openedFormatted })}
        </p>
      )}
      {at && (
        <p className="text-sm text-muted-foreground tabular-nums">
          {who ? t('looksWrong.doneBy', { at, who }) : t('looksWrong.done', { at })}
        </p>
      )}
    </div>
  )
}
