import type { TFunction } from 'i18next'
import { Eye } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { inLine } from '#client/components/list/in-line.ts'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { type RowAction, RowActions } from '#client/components/list/row-actions.tsx'
import { Checkbox } from '#client/components/ui/checkbox.tsx'
import { showToast } from '#client/lib/toasts.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePagePart } from '#client/lib/use-page-part.ts'
import { ListSection } from './list-section.tsx'
import { live, type Monitoring } from './use-monitoring.ts'

type Answer = Monitoring['wrongAnswers']['content']['answers'][number]

const everyMs = 15_000

function columnsOf(t: TFunction, actionsOf: (answer: Answer) => RowAction[]): Column<Answer>[] {
  return [
    {
      key: 'when',
      head: t('monitoring.wrong.when'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ at }) => at,
    },
    {
      key: 'who',
      head: t('monitoring.wrong.who'),
      cell: ({ username, target }) => (
        <>
          <b>{username ?? t('monitoring.failedList.noOwner')}</b>
          <span className="block text-sm text-muted-foreground">{target}</span>
        </>
      ),
    },
    {
      key: 'record',
      head: t('monitoring.wrong.record'),
      cardLabel: true,
      cell: ({ documentId, documentDescription }) =>
        documentId === null ? t('monitoring.wrong.gone') : `${documentDescription ?? ''} ${documentId}`.trim(),
    },
    {
      key: 'alert',
      head: t('monitoring.wrong.alert'),
      cardLabel: true,
      cell: ({ alerts }) => (
        <ul>
          {alerts.map(({ name, criteria, recordRaw }) => (
            <li key={`${name} ${criteria}`}>
              {name}: {criteria}
              <span className="block text-sm text-muted-foreground">
                {t('monitoring.wrong.says', { raw: recordRaw })}
              </span>
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
        const { username, target, seenAt, seenBy } = answer
        return seenAt ? (
          <span className="text-sm text-muted-foreground">
            {seenBy
              ? t('monitoring.wrong.seenBy', { at: seenAt, who: seenBy })
              : t('monitoring.wrong.seen', { at: seenAt })}
          </span>
        ) : (
          <RowActions of={username ?? target} actions={actionsOf(answer)} />
        )
      },
    },
  ]
}

/** Answers 'This looks wrong': the record, the alert and when; marked as seen they leave the list. */
export function WrongAnswersCard({ paused }: { paused: boolean }) {
  const { t } = useTranslation()
  const all = useId()
  const utils = trpc.useUtils()
  const [seenToo, setSeenToo] = useState(false)
  const { page, hrefFor } = usePagePart('wrong')
  const list = trpc.monitoring.wrongAnswers.useQuery({ page, unseenOnly: !seenToo }, live(everyMs, paused))
  const mark = trpc.monitoring.markSeen.useMutation({
    onSuccess: () => showToast(t('monitoring.wrong.marked')),
    onSettled: () => utils.monitoring.wrongAnswers.invalidate(),
  })
  const actionsOf = ({ noticeId }: Answer): RowAction[] => [
    {
      key: 'seen',
      label: t('monitoring.wrong.markSeen'),
      icon: Eye,
      act: () => mark.mutate({ noticeId }),
      busy: mark.isPending && mark.variables.noticeId === noticeId && t('monitoring.wrong.marking'),
    },
  ]
  return (
    <ListSection title={t('monitoring.wrong.title')} help={t('monitoring.wrong.help')}>
      <div className="flex items-start gap-3 py-1">
        <Checkbox id={all} checked={seenToo} onChange={(event) => setSeenToo(event.target.checked)} />
        <label htmlFor={all}>{t('monitoring.wrong.showAll')}</label>
      </div>
      <PagedTable
        loading={t('monitoring.wrong.loading')}
        failed={t('monitoring.wrong.failed')}
        columns={columnsOf(t, actionsOf)}
        rows={list.data?.content.answers}
        rowKey={({ noticeId }) => noticeId}
        total={list.data?.content.total}
        filtered={false}
        query={list}
        page={page}
        hrefFor={hrefFor}
      />
    </ListSection>
  )
}
