/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-redundant-roles -- a table's own roles, which the card layout would drop */
import type { ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

export type Column<Row> = {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /**
   * The label before the value when rows are cards: the column heading or another text. Otherwise the value has no
   * label.
   */
  cardLabel?: true | ((row: Row) => string)
  /** Hides the heading visually, for a column such as buttons. */
  headHidden?: boolean
  className?: string
}

type DataTableProps<Row> = {
  /** The id of the heading or status line that names the table. */
  labelledBy: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  rowClassName?: (row: Row, index: number) => string | undefined
  /** For many columns: the rows become cards below 50rem. */
  wide?: boolean
}

/**
 * A table whose rows become cards when its box is narrower than 35rem (styles/table.css), or than 50rem where it is
 * wide. The roles are written out because the card layout would drop them.
 */
export function DataTable<Row>({ labelledBy, columns, rows, rowKey, rowClassName, wide }: DataTableProps<Row>) {
  return (
    <div className="list" data-cards={wide ? 'wide' : 'narrow'}>
      <table role="table" aria-labelledby={labelledBy}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col">
                {column.headHidden ? <span className="sr-only">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <tr key={rowKey(row)} role="row" className={rowClassName?.(row, index)}>
              {columns.map((column) => (
                <td key={column.key} role="cell" className={cn(column.className)}>
                  {getCardLabel(column, row)}
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function getCardLabel<Row>({ cardLabel, head }: Column<Row>, row: Row): ReactNode {
  if (!cardLabel) return null
  // The space is for copying, and for readers that read one after the other.
  return (
    <>
      <span className="list-key">{cardLabel === true ? head : cardLabel(row)}</span>{' '}
    </>
  )
}
