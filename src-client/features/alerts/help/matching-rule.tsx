import { CircleCheck, CircleHelp, CircleMinus } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#client/components/list/data-table.tsx'
import { type MatchingExample, matchingExamples } from './matching-examples.ts'

/** The sections before and after the examples, in the order in which residents read them. */
const before = ['people', 'businesses', 'parcels', 'wider', 'grades', 'never'] as const
const after = ['others'] as const
type Part = (typeof before)[number] | (typeof after)[number]

/** The level of the sections' headings: 2 on a page of their own, 3 in a dialog. */
type Level = { heading: 'h2' | 'h3' }

const isOption = (result: MatchingExample['result']) => !['yes', 'no', 'possible'].includes(result)
const icons = { CERTAIN: CircleCheck, LIKELY: CircleCheck, POSSIBLE: CircleHelp } as const

function Result({ result, grade }: Pick<MatchingExample, 'result' | 'grade'>) {
  const { t } = useTranslation()
  const Icon = grade === null ? CircleMinus : icons[grade]
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <Icon className="shrink-0" aria-hidden />
      <span>
        {t(`matching.results.${result}`)}
        {isOption(result) && grade !== null && grade !== 'CERTAIN' && t(`matching.thenGrade.${grade}`)}
      </span>
    </span>
  )
}

const toRecord = ({ record }: MatchingExample) => <span className="font-mono text-sm wrap-anywhere">{record}</span>

function AlertText({ alert, formerLastName }: MatchingExample) {
  const { t } = useTranslation()
  return formerLastName === undefined ? alert : t('matching.earlier', { name: alert, formerLastName })
}

const getAlert = (example: MatchingExample) => <AlertText {...example} />
const getResult = ({ result, grade }: MatchingExample) => <Result result={result} grade={grade} />

function Examples({ heading: Heading }: Level) {
  const { t } = useTranslation()
  const heading = useId()
  const columns: Column<MatchingExample>[] = [
    { key: 'alert', head: t('matching.alert'), cardLabel: () => t('matching.alert'), cell: getAlert },
    {
      key: 'record',
      head: t('matching.record'),
      cardLabel: () => t('matching.record'),
      cell: toRecord,
    },
    {
      key: 'result',
      head: t('matching.result'),
      cardLabel: () => t('matching.result'),
      cell: getResult,
    },
  ]
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <Heading id={heading} className="text-lg">
        {t('matching.examples')}
      </Heading>
      <DataTable
        labelledBy={heading}
        columns={columns}
        rows={matchingExamples}
        rowKey={({ alert, record }) => `${alert} ${record}`}
      />
    </section>
  )
}

function Lines({ part, heading: Heading }: Level & { part: Part }) {
  const { t } = useTranslation()
  return (
    <section className="grid gap-2">
      <Heading className="text-lg print:break-after-avoid">{t(`matching.rule.${part}.title`)}</Heading>
      <ul className="grid list-disc gap-1.5 ps-5">
        {Object.values(t(`matching.rule.${part}.lines`, { returnObjects: true })).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** The matching rule in the words published to residents. */
export function MatchingRule({ heading }: Level) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {before.map((part) => (
        <Lines key={part} part={part} heading={heading} />
      ))}
      <Examples heading={heading} />
      {after.map((part) => (
        <Lines key={part} part={part} heading={heading} />
      ))}
      <p>{t('matching.limits')}</p>
    </div>
  )
}
