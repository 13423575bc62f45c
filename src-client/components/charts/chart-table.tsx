import { useTranslation } from 'react-i18next'
import type { LineStyle } from './line-styles.ts'

type TableLine = {
  key: string
  label: string
  lineStyle: LineStyle
  values: readonly (number | null)[]
  soFar?: number | null
}

type ChartTableProps = {
  title: string
  /** Heading of the first column. */
  timeHead: string
  labels: readonly string[]
  lines: readonly TableLine[]
  /** The last row still counts. */
  running: boolean
  format: (value: number) => string
}

/** The values of a chart as a table, folded away below it. */
export function ChartTable({ title, timeHead, labels, lines, running, format }: ChartTableProps) {
  const { t } = useTranslation()
  const inTable = lines.filter(({ lineStyle }) => lineStyle !== 'limit')
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-sm text-link underline">{t('chart.asTable')}</summary>
      <section
        className="max-h-80 overflow-auto"
        aria-label={t('chart.table', { title })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
      >
        <table className="border-collapse text-sm">
          <thead>
            <tr>
              <th scope="col" className="border-b border-border py-1.5 pe-4 text-start">
                {timeHead}
              </th>
              {inTable.map(({ key, label }) => (
                <th key={key} scope="col" className="border-b border-border py-1.5 pe-4 text-end">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- labels repeat when clocks go back
              <tr key={index}>
                <th scope="row" className="border-b border-border py-1.5 pe-4 text-start font-normal whitespace-nowrap">
                  {running && index === labels.length - 1 ? t('chart.running', { label }) : label}
                </th>
                {inTable.map(({ key, values, soFar = null }) => {
                  const value = values[index] ?? (index === labels.length - 1 ? soFar : null)
                  return (
                    <td key={key} className="border-b border-border py-1.5 pe-4 text-end tabular-nums">
                      {value === null ? '–' : format(value)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
