import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { WrongAnswer } from '#server/support/wrong-answers.ts'
import type { Column } from '#client/components/list/data-table.tsx'
import { inLine } from '#client/components/list/in-line.ts'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { type RowAction, RowActions } from '#client/components/list/row-actions.tsx'
import { Checkbox } from '#client/components/ui/checkbox.tsx'
import { inBackground } from '#client/lib/client.ts'
import { panelPath } from '#client/lib/navigation.ts'
import { showToast } from '#client/lib/toasts.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePagePart } from '#client/lib/use-page-part.ts'
import { useQueryPart } from '#client/lib/use-query-part.ts'

const everyMs = 15_000

function columnsOf(t: TFunction, actionsOf: (answer: WrongAnswer) => RowAction[]): Column<WrongAnswer>[] {
  return [
    {
      key: 'when',
      head: t('wrongAnswers.when'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ answeredFormatted }) => answeredFormatted,
    },
    {
      key: 'who',
      head: t('wrongAnswers.who'),
      cell: ({ userId, username, target }) => (
        <>
          {userId === null ? (
            <b>{t('wrongAnswers.noOwner')}</b>
          ) : (
            <Link
              href={`${panelPath}/users/${userId}`}
              className="inline-flex min-h-8 items-center font-bold wrap-anywhere"
            >
              {username}
            </Link>
          )}
          <span className="block text-sm wrap-anywhere text-muted-foreground">{target}</span>
        </>
      ),
    },
    {
      key: 'record',
      head: t('wrongAnswers.record'),
      cardLabel: true,
      cell: ({ documentId, documentDescription, recordedFormatted }) =>
        documentId === null ? (
          t('wrongAnswers.gone')
        ) : (
          <>
            {`${documentDescription ?? ''} ${documentId}`.trim()}
            <span className="block text-sm text-muted-foreground tabular-nums">
              {t('wrongAnswers.recorded', { at: recordedFormatted })}
            </span>
          </>
        ),
    },
    {
      key: 'alert',
      head: t('wrongAnswers.alert'),
      cardLabel: true,
      cell: ({ alerts }) => (
        <ul>
          {alerts.map(({ name, criteria, recordRaw }) => (
            <li key={`${name} ${criteria}`}>
              {name}: {criteria}
              <span className="block text-sm text-muted-foreground">{t('wrongAnswers.says', { raw: recordRaw })}</span>
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'actions',
      head: t('list.actions'),
      headHidden: true,
      className: inLine,
      cell: (answer) => {
        const { username, target, seenFormatted: at, seenBy: who } = answer
        return at ? (
          <span className="text-sm text-muted-foreground">
            {who ? t('wrongAnswers.doneBy', { at, who }) : t('wrongAnswers.done', { at })}
          </span>
        ) : (
          <RowActions of={username ?? target} actions={actionsOf(answer)} />
        )
      },
    },
  ]
}

/** Answers 'This looks wrong': who, the record and the alert; what staff have dealt with leaves the list. */
export function WrongAnswers({ paused = false }: { paused?: boolean }) {
  const { t } = useTranslation()
  const all = useId()
  const utils = trpc.useUtils()
  const { query, change } = useQueryPart()
  const seenToo = query.get('wrongShow') === 'all'
  const { page, hrefFor } = usePagePart('wrong')
  const list = trpc.support.wrongAnswers.useQuery(
    { page, unseenOnly: !seenToo },
    // Watching keeps no session alive.
    {
      staleTime: 0,
      refetchInterval: paused ? false : everyMs,
      placeholderData: keepPreviousData,
      trpc: inBackground,
    },
  )
  const mark = trpc.support.markAnswerSeen.useMutation({
    onSuccess: () => showToast(t('wrongAnswers.marked')),
    onSettled: () =>
      Promise.all([utils.support.wrongAnswers.invalidate(), utils.support.wrongAnswerCount.invalidate()]),
  })
  const actionsOf = ({ noticeId }: WrongAnswer): RowAction[] => [
    {
      key: 'seen',
      label: t('wrongAnswers.mark'),
      icon: Check,
      act: () => mark.mutate({ noticeId }),
      busy: mark.isPending && mark.variables.noticeId === noticeId && t('wrongAnswers.marking'),
    },
  ]
  return (
    <>
      <div className="flex items-start gap-3 py-1">
        <Checkbox
          id={all}
          checked={seenToo}
          onChange={(event) => change({ wrongShow: event.target.checked ? 'all' : '', wrong: '' })}
        />
        <label htmlFor={all}>{t('wrongAnswers.showAll')}</label>
      </div>
      <PagedTable
        loading={t('wrongAnswers.loading')}
        failed={t('wrongAnswers.failed')}
        columns={columnsOf(t, actionsOf)}
        rows={list.data?.content.answers}
        rowKey={({ noticeId }) => noticeId}
        total={list.data?.content.total}
        filtered={false}
        query={list}
        page={page}
        hrefFor={hrefFor}
        wide
      />
    </>
  )
}
