import { useTranslation } from 'react-i18next'
import { GradeBadge } from '#client/components/record/grade-badge.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import type { PossibleMatchView } from '#shared/contract/possible-match.ts'
import { ResidentAnswer, SupportFacts, SupportItem, SupportList } from './support-list.tsx'

function PossibleMatch({ match }: { match: PossibleMatchView }) {
  const { t } = useTranslation()
  const { answer, alertName, criteria, recordRaw, marks, sentence } = match
  return (
    <SupportItem>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <b>{match.documentDescription || match.documentIdentifier}</b>
        <GradeBadge grade={match.grade} />
        {answer && <ResidentAnswer answer={answer} />}
      </p>
      <p className="font-mono font-medium">
        <MarkedText text={recordRaw} marks={marks} />
      </p>
      <p>
        {sentence}{' '}
        {t(alertName === criteria ? 'support.possible.alertSame' : 'support.possible.alert', {
          alert: alertName,
          criteria,
        })}
      </p>
      <SupportFacts
        facts={[
          t('record.number', { id: match.documentIdentifier }),
          t('notice.recordedAt', { at: match.recordedTimestampFormatted }),
          match.answeredOn && t('support.possible.answered', { at: match.answeredOn }),
        ]}
      />
    </SupportItem>
  )
}

/** The user's records that may be about them, with the answers: they have no messages of their own. */
export function UserPossibleMatchesCard({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const { page, hrefFor } = usePageParam('possible')
  const list = trpc.support.possibleMatches.useQuery({ userId, page }, listOptions)
  const content = list.data?.content
  return (
    <SupportList
      title={t('support.possible.title')}
      failed={t('support.possible.failed')}
      none={t('support.possible.none')}
      list={list}
      count={content?.matches.length}
      pages={{ page, total: content?.total ?? 0, hrefFor }}
    >
      {content?.matches.map((match) => (
        <PossibleMatch key={`${match.eventId} ${match.alertId}`} match={match} />
      ))}
    </SupportList>
  )
}
