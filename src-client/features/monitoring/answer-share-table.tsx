import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#client/components/list/data-table.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import type { AnswerCount, AnswerGroup, AnswerShares, MarkProposal, RarityBand } from '#shared/contract/not-me-cause.ts'

const toBandText = (t: TFunction, band: RarityBand | null) => t(`monitoring.answers.bands.${band ?? 'none'}`)

/** '12 of 40 (30%)'; without a share, the number alone. */
function toShareText(t: TFunction, { notMe, answers }: AnswerCount, hasShare: boolean): string {
  if (!hasShare) return formatCount(notMe)
  if (answers === 0) return t('monitoring.answers.noAnswer')
  const percent = Math.round((100 * notMe) / answers)
  return t('monitoring.answers.share', { notMe: formatCount(notMe), answers: formatCount(answers), percent })
}

function getColumns(t: TFunction): Column<AnswerGroup>[] {
  const column = (key: 'days30' | 'days365'): Column<AnswerGroup> => ({
    key,
    head: t(`monitoring.answers.${key}`),
    cardLabel: true,
    className: 'tabular-nums',
    cell: (row) => toShareText(t, row[key], row.grade !== null),
  })
  return [
    {
      key: 'cause',
      head: t('monitoring.answers.cause'),
      cell: ({ cause }) => <b>{t(`monitoring.notMe.causes.${cause}`)}</b>,
    },
    {
      key: 'grade',
      head: t('monitoring.answers.grade'),
      cardLabel: true,
      cell: ({ grade }) => t(`monitoring.answers.grades.${grade ?? 'none'}`),
    },
    {
      key: 'band',
      head: t('monitoring.answers.band'),
      cardLabel: true,
      cell: ({ band }) => toBandText(t, band),
    },
    column('days30'),
    column('days365'),
  ]
}

function toSuggestion(t: TFunction, proposal: MarkProposal, today: number): string {
  if (!('moved' in proposal)) return t(`monitoring.answers.proposals.${proposal.kind}`)
  const { kind, mark, moved } = proposal
  const notMe = formatCount(moved.notMe)
  switch (kind) {
    case 'lower':
    case 'collect': {
      const others = formatCount(moved.answers - moved.notMe)
      return t(`monitoring.answers.proposals.${kind}`, { mark, today, notMe, others })
    }
    case 'raise':
      return t('monitoring.answers.proposals.raise', { mark, today, notMe, moved: formatCount(moved.answers) })
  }
}

type ProposalProps = { proposal: MarkProposal; todaysMark: number }

/** What the answers of a group say, and what they suggest about the mark. */
function Proposal({ proposal, todaysMark }: ProposalProps) {
  const { t } = useTranslation()
  const { cause, band, answers, notMe } = proposal
  return (
    <li>
      <b>
        {t('monitoring.answers.group', { cause: t(`monitoring.notMe.causes.${cause}`), band: toBandText(t, band) })}
      </b>{' '}
      {t('monitoring.answers.said', { answers: formatCount(answers), notMe: formatCount(notMe) })}{' '}
      {toSuggestion(t, proposal, todaysMark)}
    </li>
  )
}

function Proposals({ proposals, todaysMark }: Omit<AnswerShares, 'groups'>) {
  const { t } = useTranslation()
  return (
    <section className="grid gap-2 border-t border-border pt-4">
      <h3 className="font-semibold">{t('monitoring.answers.proposalTitle')}</h3>
      {proposals.length === 0 ? (
        <p>{t('monitoring.answers.tooFew')}</p>
      ) : (
        <ul className="grid list-disc gap-2 ps-5">
          {proposals.map((proposal) => (
            <Proposal key={`${proposal.cause} ${proposal.band}`} proposal={proposal} todaysMark={todaysMark} />
          ))}
        </ul>
      )}
      <p className="text-sm text-muted-foreground">{t('monitoring.answers.nothingChanges')}</p>
    </section>
  )
}

/** The shares by group, and what they suggest. */
export function AnswerShareTable({ shares, labelledBy }: { shares: AnswerShares; labelledBy: string }) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-muted-foreground">{t('monitoring.answers.help')}</p>
      <DataTable
        labelledBy={labelledBy}
        columns={getColumns(t)}
        rows={shares.groups}
        rowKey={({ cause, grade, band }) => `${cause} ${grade} ${band}`}
      />
      <Proposals proposals={shares.proposals} todaysMark={shares.todaysMark} />
    </div>
  )
}
