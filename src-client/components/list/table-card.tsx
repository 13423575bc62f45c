import { type ReactNode, useId } from 'react'
import { Card } from '#client/components/ui/card.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { type Column, DataTable } from './data-table.tsx'

type TableCardProps<Row> = {
  /** The card's heading, which also labels the table. */
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Shown when there are no rows. */
  empty?: string
  footer?: ReactNode
  className?: string
}

/** A short table in its own card, without pages. */
export function TableCard<Row>({ title, columns, rows, rowKey, empty, ...card }: TableCardProps<Row>) {
  const heading = useId()
  return (
    <Card title={<span id={heading}>{title}</span>} {...card}>
      {rows.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <DataTable labelledBy={heading} columns={columns} rows={rows} rowKey={rowKey} />
      )}
    </Card>
  )
}
