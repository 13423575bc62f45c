import { Check, CircleCheck, ExternalLink, Flag, type LucideIcon, Undo2, UserX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { usePlace } from '#client/components/record/record-place.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { ReportSteps } from '#client/features/notices/public.ts'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { cn } from '#client/lib/cn.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { PossibleMatchView } from '#shared/contract/possible-match.ts'
import { usePossibleAnswers } from './use-possible-answers.ts'

/** The likeliest answer first. */
const answers = ['not-me', 'expected', 'wrong'] as const
const icons: Record<NoticeAnswer, LucideIcon> = { expected: Check, 'not-me': UserX, wrong: Flag }

type AnswersProps = {
  match: PossibleMatchView
  pending: NoticeAnswer | undefined
  onAnswer: (answer: NoticeAnswer) => void
}

/** The three answers, one press each. None is preferred, so all look alike. */
function Answers({ match: { documentIdentifier: id }, pending, onAnswer }: AnswersProps) {
  const { t } = useTranslation()
  return (
    <fieldset
      aria-label={t('possible.question', { id })}
      className="flex min-w-0 flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:[&>*]:justify-start"
    >
      {answers.map((answer) => {
        const Icon = icons[answer]
        return (
          <Button
            key={answer}
            variant="secondary"
            size="small"
            busy={pending === answer && t('notice.saving')}
            onClick={() => onAnswer(answer)}
          >
            <Icon aria-hidden />
            {t(`notice.answers.${answer}`)}
          </Button>
        )
      })}
    </fieldset>
  )
}

type AnsweredProps = { match: PossibleMatchView; answer: NoticeAnswer; isUndoing: boolean; onUndo: () => void }

/** What follows from the answer, and the way back. */
function Answered({ match, answer, isUndoing, onUndo }: AnsweredProps) {
  const { t } = useTranslation()
  const { contactPhone: phone = '', county = '' } = useStartContent() ?? {}
  const { documentIdentifier: id, spelling } = match
  return (
    <>
      <p className={cn('wrap-anywhere', answer === 'wrong' && 'font-semibold')}>
        {answer === 'wrong' ? t('notice.after.wrong') : t(`possible.after.${answer}`, { spelling })}
      </p>
      {answer === 'wrong' && <ReportSteps id={id} county={county} phone={phone} withoutMessage />}
      <div className="flex flex-wrap items-center gap-x-5 print:hidden">
        <Button variant="quiet" size="small" className="-ms-3" busy={isUndoing && t('notice.saving')} onClick={onUndo}>
          <Undo2 aria-hidden />
          {t(answer === 'wrong' ? 'notice.takeBack' : 'notice.undo')}
        </Button>
        <RecordLink match={match} />
      </div>
    </>
  )
}

/** The name as recorded, with the words that matched, why, and for which alert. */
function Reason({ match }: { match: PossibleMatchView }) {
  const { t } = useTranslation()
  const { recordRaw, marks, sentence, alertName, criteria } = match
  return (
    <div className="grid gap-1">
      <p className="font-mono leading-[1.45] font-medium wrap-anywhere">
        <MarkedText text={recordRaw} marks={marks} />
      </p>
      <p className="wrap-anywhere">
        {sentence}{' '}
        <span className="text-muted-foreground">
          <UnbrokenIds>
            {alertName === criteria
              ? t('possible.watchesSame', { alert: alertName })
              : t('possible.watches', { alert: alertName, criteria })}
          </UnbrokenIds>
        </span>
      </p>
    </div>
  )
}

/** To the document, where the county shows it. */
function RecordLink({ match: { documentUrl, documentIdentifier: id } }: { match: PossibleMatchView }) {
  const { t } = useTranslation()
  if (!documentUrl) return null
  return (
    <a
      href={documentUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={t('historyList.seeOne', { id })}
      className="inline-flex min-h-11 items-center gap-1.5"
    >
      {t('historyList.see')}
      <ExternalLink className="size-[1.1em]" aria-hidden />
    </a>
  )
}

/** The heading of an item: the document, or the answer to it; and the property. */
function Head({ match, changes }: { match: PossibleMatchView; changes: number }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const { answer, documentDescription, documentIdentifier: id, recordedTimestampFormatted: at } = match
  useEffect(() => {
    if (changes > 0) heading.current?.focus()
  }, [changes])
  const Icon = answer === 'wrong' ? Flag : CircleCheck
  const { address, parcel } = usePlace(match)
  const place = [address, parcel].filter(Boolean).join(' · ')
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="text-base leading-[1.35] wrap-anywhere">
        {answer ? (
          <span className="flex gap-2">
            <Icon
              className={cn('mt-[0.15em] flex-none', answer === 'wrong' ? 'text-warning' : 'text-success')}
              aria-hidden
            />
            {t('notice.answered', { answer: t(`notice.answers.${answer}`) })}
          </span>
        ) : (
          documentDescription || id
        )}
      </h3>
      <p className="text-muted-foreground tabular-nums wrap-anywhere">
        <UnbrokenIds>
          {[answer && documentDescription, t('record.number', { id }), t('notice.recordedAt', { at })]
            .filter(Boolean)
            .join(' · ')}
        </UnbrokenIds>
      </p>
      {place && (
        <p className="text-muted-foreground tabular-nums wrap-anywhere">
          <UnbrokenIds>{place}</UnbrokenIds>
        </p>
      )}
    </div>
  )
}

type PossibleMatchItemProps = {
  match: PossibleMatchView
  className?: string | undefined
  /** The match was answered, or its answer taken back. */
  onChanged: (match: PossibleMatchView) => void
}

/** A record that may be about the reader, with the three answers, or the answer and what follows from it. */
export function PossibleMatchItem({ match, className, onChanged }: PossibleMatchItemProps) {
  const { problem, pending, isUndoing, changes, submitAnswer, undoAnswer } = usePossibleAnswers(match, onChanged)
  const { answer } = match
  return (
    <li className={cn('grid grid-cols-[minmax(0,1fr)] gap-2.5 py-4', className)}>
      <Head match={match} changes={changes} />
      <Reason match={match} />
      {problem && <Banner tone="danger">{getErrorMessage(problem)}</Banner>}
      {answer ? (
        <Answered match={match} answer={answer} isUndoing={isUndoing} onUndo={undoAnswer} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 print:hidden">
          <Answers match={match} pending={pending} onAnswer={submitAnswer} />
          <RecordLink match={match} />
        </div>
      )}
    </li>
  )
}
