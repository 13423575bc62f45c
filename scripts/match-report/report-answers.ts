import type { AnswerCount, AnswerShares, MarkProposal } from '#shared/contract/not-me-cause.ts'
import { readAnswerShares } from '#shared/node/domain/monitoring/answer-shares.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { enPanelMonitoring } from '#shared/texts/en/panel-monitoring.ts'
import { openDatabase } from '../readers/open-database.ts'
import { FileProblem } from './read-documents.ts'
import { formatTable } from './table.ts'

type Log = (line: string) => void

const { answers: texts, notMe } = enPanelMonitoring.monitoring

/** Prints what the monitoring page shows of the answers to matches, of the database at DATABASE_URL or the demo's. */
export async function reportAnswers(log: Log): Promise<void> {
  const { db, end } = await openDatabase().catch((error: unknown) => {
    throw new FileProblem(error instanceof Error ? error.message : String(error))
  })
  try {
    await logAnswers(db, log)
  } finally {
    await end()
  }
}

export async function logAnswers(db: Db, log: Log, now = new Date()): Promise<void> {
  const shares = await readAnswerShares(db, now)
  if (shares.groups.length === 0) return log(texts.empty)
  log(formatGroups(shares))
  log(`\n${texts.help}\n\n${texts.proposalTitle}:`)
  for (const proposal of shares.proposals) log(`- ${formatProposal(proposal, shares.todaysMark)}`)
  if (shares.proposals.length === 0) log(texts.tooFew)
  log(`\n${texts.nothingChanges}`)
}

const formatGroups = ({ groups }: AnswerShares): string =>
  formatTable(
    [texts.cause, texts.grade, texts.band, texts.days30, texts.days365],
    groups.map(({ cause, grade, band, days30, days365 }) => [
      notMe.causes[cause],
      texts.grades[grade ?? 'none'],
      texts.bands[band ?? 'none'],
      formatShare(days30, grade !== null),
      formatShare(days365, grade !== null),
    ]),
  )

function formatShare({ answers, notMe: count }: AnswerCount, hasShare: boolean): string {
  if (!hasShare) return String(count)
  if (answers === 0) return texts.noAnswer
  return fill(texts.share, { notMe: count, answers, percent: Math.round((100 * count) / answers) })
}

function formatProposal(proposal: MarkProposal, today: number): string {
  const { cause, band, answers, notMe: count, kind } = proposal
  const group = fill(texts.group, { cause: notMe.causes[cause], band: texts.bands[band ?? 'none'] })
  const said = fill(texts.said, { answers, notMe: count })
  const suggestion =
    'moved' in proposal
      ? fill(texts.proposals[kind], {
          mark: proposal.mark,
          today,
          moved: proposal.moved.answers,
          notMe: proposal.moved.notMe,
          others: proposal.moved.answers - proposal.moved.notMe,
        })
      : texts.proposals[kind]
  return `${group} ${said} ${suggestion}`
}

/** A text of the page with its values. */
const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''))
